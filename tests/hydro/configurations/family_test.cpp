/// @file Families of databases: their grid, their file, what is refused.
#include <random>

#include "hydro/base/error.hpp"
#include "hydro/configurations/family_layout.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/dispersion.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using hydro::Configuration;
using hydro::ConfigurationGrid;
using hydro::Database;

namespace {

constexpr double kDegree = kTwoPi / 360.0;

/// Two buoys of revolution, the second at q: their wave forces go with the waves.
Database buoys(const Configuration& q) {
  Database database;
  database.source_format = "formula";
  database.omega = VectorXd::LinSpaced(3, 0.5, 1.5);
  database.wave_directions = VectorXd::LinSpaced(6, 0.0, 5.0 * kTwoPi / 6.0);
  for (const char* name : {"first", "second"}) {
    hydro::DatabaseBody& body = database.bodies.emplace_back();
    body.name = name;
    body.displaced_volume = 8.0;
    body.center_of_gravity = {10.0, -3.0, -1.0};
    body.center_of_buoyancy = {10.0, -3.0, -1.5};
    body.hydrostatic_stiffness.diagonal() << 0.0, 0.0, 4e4, 2e4, 2e4, 0.0;
  }
  database.bodies[1].center_of_gravity.head<2>() += q.head<2>();
  database.bodies[1].center_of_buoyancy.head<2>() += q.head<2>();
  VectorXd inertia(12);
  inertia << 4e3, 4e3, 5e3, 2e3, 2e3, 0.0, 4e3, 4e3, 5e3, 2e3, 2e3, 0.0;
  database.added_mass_infinite = MatrixXd(inertia.asDiagonal());
  for (Eigen::Index k = 0; k < 3; ++k) {
    database.added_mass.emplace_back(inertia.asDiagonal());
    database.radiation_damping.emplace_back((0.1 * inertia).asDiagonal());
  }
  for (Eigen::Index d = 0; d < 6; ++d) {
    const double b = database.wave_directions[d];
    MatrixXcd X = MatrixXcd::Zero(12, 3);
    for (Eigen::Index k = 0; k < 3; ++k) {
      const double number = hydro::wavenumber(database.omega[k], database.water_depth, 9.81);
      for (Eigen::Index i = 0; i < 2; ++i) {
        const Vector3& at = database.bodies[static_cast<std::size_t>(i)].center_of_gravity;
        const Complex phase =
            std::polar(1e3, -number * (at.x() * std::cos(b) + at.y() * std::sin(b)));
        X(6 * i, k) = Complex(0.0, std::cos(b)) * phase;
        X(6 * i + 1, k) = Complex(0.0, std::sin(b)) * phase;
        X(6 * i + 2, k) = 3.0 * phase;
      }
    }
    database.excitation.values.push_back(X);
  }
  return database;
}

std::vector<Configuration> square() {
  return {{20.0, 0.0, 0.0}, {20.0, 10.0, 0.0}, {30.0, 0.0, 0.0}, {30.0, 10.0, 0.0}};
}

std::vector<Database> buoys_at(const std::vector<Configuration>& positions) {
  std::vector<Database> nodes;
  for (const Configuration& q : positions) nodes.push_back(buoys(q));
  return nodes;
}

}  // namespace

TEST_CASE("weights of a grid: one at a node, sum 1, linear functions exact with their slopes",
          "[hydro][configurations][analytic]") {
  std::vector<Configuration> nodes;
  for (const double heading : {150.0, -90.0, 30.0}) {  // round the circle
    for (const double x : {3.0, -1.0, 0.5}) {
      for (const double y : {7.0, 2.0}) nodes.emplace_back(x, y, heading * kDegree);
    }
  }
  const ConfigurationGrid grid(nodes);
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    double own = 0.0;
    for (const hydro::NodeWeight& corner : grid.weights(nodes[k])) {
      if (corner.node == k) own += corner.weight;
      if (corner.node != k) CHECK(std::abs(corner.weight) < 1e-15);
    }
    CHECK(own == Approx(1.0).epsilon(0.0).margin(1e-15));
  }
  std::mt19937 generator(7);
  std::uniform_real_distribution<double> x(-1.0, 3.0), y(2.0, 7.0), heading(-7.0, 7.0);
  for (int n = 0; n < 200; ++n) {
    const Configuration q(x(generator), y(generator), heading(generator));
    CHECK(grid.outside(q).isZero(0.0));
    double sum = 0.0, of_product = 0.0;
    Vector3 slope = Vector3::Zero(), of_sum = Vector3::Zero();
    for (const hydro::NodeWeight& corner : grid.weights(q)) {
      const Configuration& at = grid.node(corner.node);
      sum += corner.weight;
      of_sum += corner.gradient;
      of_product += corner.weight * at.x() * at.y();
      slope += corner.gradient * at.x() * at.y();
      CHECK(corner.weight >= 0.0);
    }
    CHECK(sum == Approx(1.0).epsilon(0.0).margin(1e-14));
    CHECK(of_sum.norm() < 1e-14);
    CHECK(of_product == Approx(q.x() * q.y()).epsilon(0.0).margin(1e-12));
    CHECK((slope - Vector3(q.y(), q.x(), 0.0)).norm() < 1e-12);
  }
}

TEST_CASE("beyond a grid its edge holds, and how far is told", "[hydro][configurations]") {
  const ConfigurationGrid grid(square());
  const Configuration q(33.0, 4.0, 10.0 * kDegree);
  CHECK((grid.outside(q) - Vector3(3.0, 0.0, 10.0 * kDegree)).norm() < 1e-12);
  for (const hydro::NodeWeight& corner : grid.weights(q)) {
    CHECK(corner.weight == Approx(corner.node == 2 ? 0.6 : corner.node == 3 ? 0.4 : 0.0));
    CHECK(corner.gradient.x() == 0.0);
  }
}

TEST_CASE("weights of triangles: one at a node, sum 1, linear functions exact with their slopes",
          "[hydro][configurations][analytic]") {
  std::mt19937 generator(11);
  std::uniform_real_distribution<double> anywhere(0.0, 10.0);
  std::vector<Configuration> nodes;
  for (int k = 0; k < 40; ++k) {
    const double x = anywhere(generator), y = anywhere(generator);
    for (const double heading : {0.0, 0.5}) nodes.emplace_back(x, y, heading);
  }
  const ConfigurationGrid grid(nodes);
  const auto linear = [](const Configuration& q) { return 3.0 + q.dot(Vector3(2.0, -0.7, 5.0)); };
  for (std::size_t k = 0; k < nodes.size(); ++k) {
    for (const hydro::NodeWeight& corner : grid.weights(nodes[k])) {
      CHECK(corner.weight == Approx(corner.node == k ? 1.0 : 0.0).epsilon(0.0).margin(1e-12));
    }
  }
  int inside = 0;
  for (int n = 0; n < 400; ++n) {
    const Configuration q(anywhere(generator), anywhere(generator), 0.05 * anywhere(generator));
    const Vector3 outside = grid.outside(q);
    double sum = 0.0, value = 0.0;
    Vector3 slope = Vector3::Zero();
    for (const hydro::NodeWeight& corner : grid.weights(q)) {
      CHECK(corner.weight >= 0.0);
      sum += corner.weight;
      value += corner.weight * linear(grid.node(corner.node));
      slope += corner.gradient * linear(grid.node(corner.node));
    }
    CHECK(sum == Approx(1.0).epsilon(0.0).margin(1e-12));
    // Outside, that of the nearest point of the hull.
    CHECK(value == Approx(linear(q - outside)).epsilon(0.0).margin(1e-10));
    if (outside.isZero(0.0)) {
      ++inside;
      CHECK((slope - Vector3(2.0, -0.7, 5.0)).norm() < 1e-9);
    } else {
      CHECK(std::abs(slope.head<2>().dot(outside.head<2>())) < 1e-9 * outside.norm());
    }
  }
  CHECK(inside > 200);
}

TEST_CASE("a node more in the middle of a cell makes a grid one of triangles",
          "[hydro][configurations]") {
  std::vector<Configuration> nodes = square();
  nodes.emplace_back(25.0, 5.0, 0.0);
  const ConfigurationGrid grid(nodes);
  CHECK(grid.largest_spacing() == Approx(10.0));
  CHECK(grid.is_at_edge(3));
  CHECK_FALSE(grid.is_at_edge(4));
  for (const hydro::NodeWeight& corner : grid.weights({25.0, 2.5, 0.0})) {
    const double expected = corner.node == 4                       ? 0.5
                            : corner.node == 0 || corner.node == 2 ? 0.25
                                                                   : 0;
    CHECK(corner.weight == Approx(expected).epsilon(0.0).margin(1e-12));
  }
  CHECK((grid.outside({33.0, 4.0, 0.0}) - Vector3(3.0, 0.0, 0.0)).norm() < 1e-12);
}

TEST_CASE("a body of revolution has the same coefficients from every heading",
          "[hydro][configurations][analytic]") {
  Database turned = buoys({20.0, 5.0, 0.0});
  const Database filed = turned;
  hydro::turn_into_own_heading(turned, 1, 37.0 * kDegree);
  for (std::size_t d = 0; d < 6; ++d) {
    CHECK((turned.excitation.values[d] - filed.excitation.values[d]).norm() < 1e-9);
  }
  CHECK((turned.added_mass[0] - filed.added_mass[0]).norm() < 1e-9);
  CHECK((turned.bodies[1].hydrostatic_stiffness - filed.bodies[1].hydrostatic_stiffness).norm() <
        1e-9);
}

TEST_CASE("coefficients turn with the bow: surge of a body that lies across is sway of its file",
          "[hydro][configurations]") {
  Database database = buoys({20.0, 5.0, 0.0});
  database.added_mass[0](6, 6) = 7e3;  // along the database's x axis
  database.added_mass[0](0, 6) = database.added_mass[0](6, 0) = 50.0;
  hydro::turn_into_own_heading(database, 1, 90.0 * kDegree);
  CHECK(database.added_mass[0](7, 7) == Approx(7e3));
  CHECK(database.added_mass[0](6, 6) == Approx(4e3));
  CHECK(database.added_mass[0](0, 7) == Approx(-50.0));
}

TEST_CASE("a database without excitation is turned, too", "[hydro][configurations]") {
  Database database = buoys({20.0, 5.0, 0.0});
  database.excitation.values.clear();
  database.wave_directions.resize(0);
  database.added_mass[0](6, 6) = 7e3;
  hydro::turn_into_own_heading(database, 1, 90.0 * kDegree);
  CHECK(database.added_mass[0](7, 7) == Approx(7e3));
}

TEST_CASE("a family file gives back every node", "[hydro][configurations]") {
  const std::vector<std::byte> image = hydro::write_family(square(), buoys_at(square()));
  CHECK(hydro::is_family(image));
  const hydro::DatabaseFamily family = hydro::read_family(image);
  REQUIRE(family.nodes.size() == 4);
  CHECK(family.radiates_as == std::vector<std::size_t>{0, 0, 0, 0});
  for (std::size_t k = 0; k < 4; ++k) {
    const Database expected = buoys(square()[k]);
    CHECK(family.grid.node(k) == square()[k]);
    CHECK(family.nodes[k]->excitation.values == expected.excitation.values);
    CHECK(family.nodes[k]->bodies[1].center_of_gravity == expected.bodies[1].center_of_gravity);
    CHECK(family.nodes[k]->sha256 != family.nodes[(k + 1) % 4]->sha256);
  }
}

TEST_CASE("a family is refused with the node and the rule", "[hydro][configurations]") {
  using Catch::Contains;
  const auto refused = [](const std::vector<Configuration>& positions,
                          const std::vector<Database>& nodes, const std::string& words) {
    CHECK_THROWS_WITH(hydro::make_database_family(positions, nodes, ""), Contains(words));
  };
  std::vector<Configuration> positions = square();
  positions[3] = positions[1];
  refused(positions, buoys_at(positions), "positions[3] must differ from positions[1]");
  positions.pop_back();
  refused(positions, buoys_at(positions), "none at (30, 10) m");
  positions = square();
  positions.emplace_back(20.0, 0.0, 1.0);
  refused(positions, buoys_at(positions), "none at (20, 10) m, 57.2958 deg");
  positions = {{20.0, 0.0, 0.0}, {30.0, 10.0, 0.0}, {25.0, 5.0, 0.0}};
  refused(positions, buoys_at(positions), "corners of triangles, got 3 places on a line");
  refused({{20.0, 0.0, 0.0}}, buoys_at({{20.0, 0.0, 0.0}}), "at least two nodes");
  std::vector<Database> nodes = buoys_at(square());
  nodes[2].bodies[1].displaced_volume = 9.0;
  refused(square(), nodes, "nodes[2] must have in body 2 the displaced volume 8 m3 of nodes[0]");
  nodes = buoys_at(square());
  nodes[1].bodies[1].center_of_gravity.x() += 0.1;
  nodes[1].bodies[1].center_of_buoyancy.x() += 0.1;
  refused(square(), nodes, "nodes[1] must lie where its bodies are, at positions[1] (20, 10) m");
  nodes = buoys_at(square());
  nodes[3].omega[1] += 0.1;
  refused(square(), nodes, "nodes[3] must have the frequencies of nodes[0]");
  nodes = buoys_at(square());
  nodes[3].excitation = {};
  refused(square(), nodes, "nodes[3] must have the coefficients that nodes[0] has");
}
