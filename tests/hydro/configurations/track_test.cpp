/// @file Families along a track: way, weights, distance, their file, what is refused.
#include <random>

#include "hydro/base/error.hpp"
#include "hydro/configurations/family_layout.hpp"
#include "hydro/numerics/elementary.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using hydro::Database;
using hydro::RelativePositions;
using hydro::Track;

namespace {

RelativePositions positions(const Vector3& second, const Vector3& third) {
  RelativePositions q(3, 2);
  q << second, third;
  return q;
}

/// The second passes along x, the third turns and comes closer.
std::vector<RelativePositions> ships_pass() {
  return {positions({-40.0, 12.0, 3.0}, {30.0, -15.0, 0.1}),
          positions({-20.0, 12.5, 3.1}, {24.0, -14.0, 0.2}),
          positions({5.0, 12.0, -3.1}, {18.0, -13.0, 0.4}),
          positions({30.0, 13.0, -3.0}, {15.0, -13.0, 0.5})};
}

Database three_buoys(const RelativePositions& q) {
  Database database;
  database.source_format = "formula";
  database.omega = VectorXd::LinSpaced(3, 0.5, 1.5);
  for (const char* name : {"first", "second", "third"}) {
    const auto i = static_cast<Eigen::Index>(database.bodies.size());
    hydro::DatabaseBody& body = database.bodies.emplace_back();
    body.name = name;
    body.displaced_volume = 8.0;
    body.center_of_gravity = {10.0, -3.0, -1.0};
    if (i > 0) body.center_of_gravity.head<2>() += q.col(i - 1).head<2>();
    body.center_of_buoyancy = body.center_of_gravity;
  }
  VectorXd diagonal(18);
  for (Eigen::Index i = 0; i < 18; ++i) diagonal[i] = 1e3 + 100.0 * static_cast<double>(i);
  database.added_mass_infinite = MatrixXd(diagonal.asDiagonal());
  return database;
}

std::vector<Database> three_along(const std::vector<RelativePositions>& track) {
  std::vector<Database> nodes;
  for (const RelativePositions& q : track) nodes.push_back(three_buoys(q));
  return nodes;
}

}  // namespace

TEST_CASE("a track: its nodes have weight 1, and the weights have the slope of their difference",
          "[hydro][configurations][analytic]") {
  const Track track(ships_pass());
  const Eigen::Matrix2Xd whole = (ships_pass()[3] - ships_pass()[0]).topRows<2>();
  CHECK((track.direction() - whole / whole.norm()).norm() < 1e-15);
  CHECK(track.node(3).x() == Approx(whole.norm()));
  CHECK(track.largest_spacing() == Approx(std::hypot(25.0, 1.0)));
  for (std::size_t k = 0; k < 4; ++k) {
    const double u = track.along(track.positions(k));
    CHECK(u == track.node(k).x());
    for (const hydro::NodeWeight& corner : track.weights({u, 0.0, 0.0})) {
      CHECK(corner.weight == Approx(corner.node == k ? 1.0 : 0.0).epsilon(0.0).margin(1e-15));
    }
  }
  std::mt19937 generator(5);
  std::uniform_real_distribution<double> anywhere(0.0, whole.norm());
  for (int n = 0; n < 100; ++n) {
    const double u = anywhere(generator), step = 1e-6;
    const Track::Place at = track.place(u);
    // the point of the track at u has the way u, and the tangent is its derivative
    CHECK(track.along(at.position) == Approx(u).epsilon(1e-13));
    const RelativePositions ahead = track.place(u + step).position;
    CHECK(((ahead - at.position) / step - at.tangent).norm() < 1e-6);
    double sum = 0.0, slope = 0.0, of_way = 0.0;
    for (const hydro::NodeWeight& corner : track.weights({u, 0.0, 0.0})) {
      CHECK(corner.weight >= 0.0);
      sum += corner.weight;
      slope += corner.gradient.x() * track.node(corner.node).x();
      of_way += corner.weight * track.node(corner.node).x();
    }
    CHECK(sum == 1.0);
    CHECK(slope == Approx(1.0).epsilon(1e-12));
    CHECK(of_way == Approx(u).epsilon(1e-12));
  }
}

TEST_CASE("beyond the ends of a track the coefficients of the last node hold",
          "[hydro][configurations]") {
  const Track track(ships_pass());
  for (const double u : {-3.0, track.node(3).x() + 3.0}) {
    const Track::Place at = track.place(u);
    CHECK(at.position == track.positions(u < 0.0 ? 0 : 3));
    CHECK(at.slope == 0.0);
    CHECK(at.tangent.isZero(0.0));
    CHECK(track.outside({u, 0.0, 0.0}).x() == Approx(u < 0.0 ? -3.0 : 3.0));
  }
}

TEST_CASE("headings of a track go the shorter way round", "[hydro][configurations]") {
  const Track track(ships_pass());
  // from 3.1 rad to -3.1 rad, over pi
  CHECK(track.positions(2)(2, 0) == Approx(kTwoPi - 3.1));
  const double between = 0.5 * (track.node(1).x() + track.node(2).x());
  CHECK(track.place(between).position(2, 0) == Approx(0.5 * kTwoPi).epsilon(1e-12));
}

TEST_CASE("the file of a family along a track is read as it was written",
          "[hydro][configurations]") {
  const std::vector<RelativePositions> track = ships_pass();
  const auto image = hydro::write_track_family(track, three_along(track));
  REQUIRE(hydro::is_family(image));
  const hydro::DatabaseFamily family = hydro::read_family(image);
  REQUIRE(family.grid.track() != nullptr);
  CHECK(family.axes.empty());
  CHECK(family.nodes.size() == 4);
  for (std::size_t k = 0; k < 4; ++k) {
    const RelativePositions difference = family.grid.track()->positions(k) - track[k];
    CHECK(difference.topRows<2>().isZero(0.0));
    for (const double turn : difference.row(2)) {
      CHECK(std::abs(turn - kTwoPi * nearest_integer(turn / kTwoPi)) < 1e-14);
    }
    // the second body in its own axes: its added mass is diagonal, its surge and sway differ
    CHECK((*family.nodes[k]->added_mass_infinite)(0, 0) == 1000.0);
  }
  // all nodes have other headings, so that their coefficients in own axes differ
  CHECK(family.same_as == std::vector<std::size_t>{0, 1, 2, 3});
}

TEST_CASE("families along tracks are refused with the node and the rule",
          "[hydro][configurations]") {
  const auto refused = [](const std::vector<RelativePositions>& track, const std::string& rule) {
    CHECK_THROWS_WITH(hydro::make_track_family(track, three_along(track), "formula"),
                      Catch::Contains(rule));
  };
  std::vector<RelativePositions> track = ships_pass();
  refused({track[0]}, "positions must have at least two nodes, got 1");
  refused({track[0], track[0]}, "positions must move from the first node to the last");
  refused({track[0], track[2], track[1], track[3]},
          "positions[2] must lie further along the way from the first node to the last than "
          "positions[1]");
  refused({track[0], track[1], track[1], track[3]},
          "positions[2] must lie further along the way from the first node to the last than "
          "positions[1]");
  const RelativePositions alone = track[1].leftCols(1);
  CHECK_THROWS_WITH(
      hydro::make_track_family({track[0], alone}, three_along({track[0], track[1]}), "formula"),
      Catch::Contains("positions[1] must be those of all bodies except the first, as at "
                      "positions[0] (2), got 1"));
  std::vector<Database> nodes = three_along(track);
  nodes[2].bodies.pop_back();
  CHECK_THROWS_WITH(hydro::make_track_family(track, nodes, "formula"),
                    Catch::Contains("nodes[2] must have 3 bodies, got 2"));
  nodes = three_along(track);
  nodes[1].bodies[2].center_of_gravity.y() += 0.5;
  nodes[1].bodies[2].center_of_buoyancy.y() += 0.5;
  CHECK_THROWS_WITH(hydro::make_track_family(track, nodes, "formula"),
                    Catch::Contains("nodes[1] must lie where its bodies are, at positions[1] "
                                    "(24, -14) m"));
}
