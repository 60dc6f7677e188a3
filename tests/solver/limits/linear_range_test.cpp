#include "solver/simulation/limits/linear_range.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hydro/base/error.hpp"
#include "solver/simulation/limits/hull_form.hpp"
#include "solver/simulation/limits/waterline.hpp"
#include "tests/solver/limits/hemisphere.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/models.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

using Names = std::vector<std::string>;

solver::Model two_ships() {
  solver::Model model = alongside_model(own("alongside.h5"), 0.1);
  model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kNone;
  return model;
}

std::vector<std::string> at_start(const solver::Model& model) {
  return names(Simulation(model).range_findings());
}

}  // namespace

TEST_CASE("linear range: nothing is said of what floats, tilts by 19 deg or heaves by half a hull",
          "[solver][linear_range]") {
  solver::Model model = still_hemisphere();
  CHECK(at_start(model).empty());
  const Quaternion rest = model.bodies[0].pose.attitude;
  model.bodies[0].pose.position.z() -= 1.6;
  model.bodies[0].pose.attitude =
      rest * Quaternion(Eigen::AngleAxisd(19.0 * kPi / 180.0, Vector3::UnitX()));
  CHECK(at_start(model).empty());
  CHECK(at_start(two_ships()).empty());
}

TEST_CASE("linear range: roll, pitch and heave at the start, with value, limit, time and remedy",
          "[solver][linear_range]") {
  solver::Model model = still_hemisphere();
  solver::RigidBody& body = model.bodies[0];
  const auto tilt = [&](double degrees, const Vector3& axis) {
    body.pose.attitude = Quaternion(Eigen::AngleAxisd(degrees * kPi / 180.0, axis));
  };
  tilt(170.0, Vector3::UnitX());
  const Findings rolled = Simulation(model).range_findings();
  REQUIRE(names(rolled) == Names{"roll_range"});
  CHECK(rolled[0].value == Approx(170.0 * kPi / 180.0));
  CHECK(rolled[0].message ==
        "roll of 'body1' should stay within 20 deg, the range of linear hydrostatics, was 170 deg "
        "at t = 0 s: give it a mesh and nonlinear hydrostatics, damping, or milder waves");
  tilt(-25.0, Vector3::UnitY());
  CHECK(at_start(model) == Names{"pitch_range"});
  body.pose.attitude = Quaternion::Identity();
  // 30 m under water; V / A = 2 R / 3
  body.pose.position.z() -= 30.0;
  const Findings drowned = Simulation(model).range_findings();
  REQUIRE(names(drowned) == Names{"hull_submerged"});
  CHECK(drowned[0].value == Approx(30.0));
  CHECK_THAT(drowned[0].message, Catch::Contains("its draught, 3.3") &&
                                     Catch::Contains("was 30 m below it at t = 0 s"));
  body.pose.position.z() += 34.0;
  CHECK(at_start(model) == Names{"hull_emerged"});
  model.hydrodynamics[0].hydrostatics = solver::HydrostaticsMode::kNone;  // somebody else's affair
  CHECK(at_start(model).empty());
}

TEST_CASE(
    "linear range: a hull that follows a swell higher than its draught has not left the water",
    "[solver][linear_range]") {
  solver::Model model = still_hemisphere();
  model.sea = hydro::Sea({{0.2, 4.0, 0.0, 0.0}}, model.water_depth, model.gravity, 0.0);
  model.bodies[0].pose.position.z() += 4.0;
  CHECK(at_start(model).empty());
  model.sea = hydro::Sea({{0.2, 4.0, kPi, 0.0}}, model.water_depth, model.gravity, 0.0);
  CHECK(at_start(model) == Names{"hull_emerged"});
}

TEST_CASE("linear range: a vessel that turns though its waves are those at rest",
          "[solver][linear_range]") {
  solver::Model model = still_hemisphere();
  model.hydrodynamics[0].heading = 0.5;
  model.bodies[0].pose = solver::rest_pose(model, 0);
  model.bodies[0].pose.attitude = yawed(0.5 + 0.3);
  CHECK(at_start(model).empty());
  model.hydrodynamics[0].excitation.at_body_position = false;
  const Findings turned = Simulation(model).range_findings();
  REQUIRE(names(turned) == Names{"turned_from_rest"});
  CHECK(turned[0].value == Approx(0.3));
  model.bodies[0].pose.attitude = yawed(0.5 - 0.2);
  CHECK(at_start(model).empty());
}

TEST_CASE("waterline: the gap between round hulls is that between their circles",
          "[solver][linear_range]") {
  constexpr double kRadius = 5.0, kWeight = 1e4, kPi = 3.14159265358979;
  hydro::DatabaseBody buoy;
  buoy.displaced_volume = 100.0;
  buoy.hydrostatic_stiffness(2, 2) = kWeight * kPi * kRadius * kRadius;
  buoy.hydrostatic_stiffness(3, 3) = kWeight * kPi * std::pow(kRadius, 4) / 4.0;
  buoy.hydrostatic_stiffness(4, 4) = buoy.hydrostatic_stiffness(3, 3);
  const solver::Waterline line = solver::waterline_of(buoy, kWeight, nullptr);
  const double away = 2.0 * kRadius + 1.0;
  // 32 corners and the middles of their sides lie within 3.3e-3 of the radius of the circle.
  const auto within = [](double gap) {
    return Approx(gap).epsilon(0.0).margin(2.0 * 3.3e-3 * kRadius);
  };
  for (const double angle : {0.0, 0.3, 0.785}) {
    const Vector2 way(std::cos(angle), std::sin(angle));
    CHECK(solver::waterline_gap(line, line, away * way, 1.0, 0.0) == within(1.0));
    CHECK(solver::waterline_gap(line, line, 2.0 * kRadius * way, 0.8, 0.6) == within(0.0));
    CHECK(solver::waterline_gap(line, line, 1.9 * kRadius * way, 0.8, 0.6) == within(-0.5));
  }
  buoy.hydrostatic_stiffness(2, 2) = kWeight * 20.0 * 10.0;  // a box of 20 m by 10 m
  buoy.hydrostatic_stiffness(3, 3) = kWeight * 20.0 * 1000.0 / 12.0;
  buoy.hydrostatic_stiffness(4, 4) = kWeight * 10.0 * 8000.0 / 12.0;
  const solver::Waterline box = solver::waterline_of(buoy, kWeight, nullptr);
  REQUIRE(box.size() == 4);
  // corner to corner: 3 m along and 4 m across
  CHECK(solver::waterline_gap(box, box, Vector2(23.0, 14.0), 1.0, 0.0) == Approx(5.0));
  CHECK(solver::waterline_gap(box, box, Vector2(0.0, 16.0), 0.0, 1.0) == Approx(1.0));
}

TEST_CASE("hull form: a hull under water has none, whatever the sums over its panels leave",
          "[solver][linear_range][edge]") {
  hydro::DatabaseBody hull;
  hull.displaced_volume = 1700.0;
  hull.hydrostatic_stiffness(2, 2) = 1e-10;
  CHECK_FALSE(solver::hull_form(hull, 1e4).pierces_surface());
  hull.hydrostatic_stiffness(2, 2) = 1e3;  // .1 m2
  CHECK(solver::hull_form(hull, 1e4).draught == Approx(17000.0));
}

TEST_CASE("linear range: ships that come together or drift apart, also turned as one",
          "[solver][linear_range]") {
  solver::Model model = two_ships();
  const auto& data = *model.hydrodynamics[0].database;
  const double density = data.water_density * data.gravity;
  const solver::HullForm carrier = solver::hull_form(data.bodies[0], density);
  const solver::HullForm supply = solver::hull_form(data.bodies[1], density);
  const Vector3 apart = data.bodies[1].center_of_gravity - data.bodies[0].center_of_gravity;
  const double gap = solver::waterline_gap(solver::waterline_of(data.bodies[0], density, nullptr),
                                           solver::waterline_of(data.bodies[1], density, nullptr),
                                           apart.head<2>(), 1.0, 0.0);
  // Their waterplanes have the moments of ellipses, which are wider than boxes of the same, and
  // beside one another only by parts of their lengths.
  const double between_boxes = std::abs(apart.y()) - 0.5 * (carrier.beam + supply.beam);
  const double wider = 2.0 / std::sqrt(3.0);
  CHECK(gap < between_boxes);
  CHECK(gap > std::abs(apart.y()) - 0.5 * 1.004 * wider * (carrier.beam + supply.beam));
  const double towards = apart.y() > 0.0 ? -1.0 : 1.0;
  solver::RigidBody& second = model.bodies[1];
  second.pose.position.y() += towards * 0.4 * gap;
  CHECK(at_start(model).empty());
  second.pose.position.y() += towards * 0.2 * gap;
  CHECK(at_start(model) == Names{"gap_narrowed"});
  second.pose.position.y() -= towards * 20.0;
  CHECK(at_start(model).empty());  // no waves, of which none is short
  model.sea = jonswap_sea(model, 2.0, 8.0, 0.0, 0.0);
  CHECK(at_start(model) == Names{"group_spread"});

  model = two_ships();
  model.sea = jonswap_sea(model, 2.0, 8.0, 0.0, 0.0);
  for (solver::RigidBody& body : model.bodies) {
    const Quaternion turn = yawed(0.7);
    body.pose = {turn * body.pose.position, turn * body.pose.attitude};
  }
  CHECK(at_start(model).empty());
}

TEST_CASE("linear range: each limit is noted where it is passed first and furthest, also restored",
          "[solver][linear_range]") {
  solver::Model model = still_hemisphere();
  model.bodies[0].linear_velocity.z() = 10.0;
  Simulation simulation(model);
  const solver::State start = simulation.state();
  REQUIRE(start.passed_limits.empty());
  while (simulation.range_findings().empty() && simulation.time_ns() < nanoseconds(5.0)) {
    simulation.step();
  }
  const Findings found = simulation.range_findings();
  REQUIRE(names(found) == Names{"hull_emerged"});
  CHECK(found[0].value == Approx(3.5).epsilon(0.06));  // the draught and less than a step's way
  CHECK_THAT(found[0].message,
             Catch::Contains(
                 fmt::format("at t = {:.6g} s", 1e-9 * static_cast<double>(simulation.time_ns()))));
  CHECK(solver::serialize(simulation.state())[8] == 9);  // as before there was a worst
  double highest = found[0].value;
  for (int i = 0; i < 20; ++i) {
    simulation.step();
    highest = std::max(highest, simulation.body(0).position().z() - start.bodies[0].position.z());
  }
  CHECK(simulation.state().passed_limits.size() == 1);
  const Findings worst = simulation.range_findings();
  CHECK(worst[0].value == Approx(highest).epsilon(1e-12));
  CHECK_THAT(worst[0].message,
             Catch::Contains(fmt::format(" s, and at the worst {:.3g} m at t = ", highest)));
  CHECK(solver::serialize(simulation.state())[8] == 13);
  const std::string bytes = solver::serialize(simulation.state());
  CHECK(solver::state_hash(solver::deserialize(bytes)) == solver::state_hash(simulation.state()));

  Simulation other(model);
  other.restore(solver::deserialize(bytes));
  CHECK(other.range_findings()[0].message == worst[0].message);
  run(simulation, 2.0);
  run(other, 2.0);
  CHECK(solver::serialize(other.state()) == solver::serialize(simulation.state()));
  other.restore(start);
  CHECK(other.range_findings().empty());

  solver::State impossible = simulation.state();
  impossible.passed_limits[0].limit = 99;
  CHECK_THROWS_WITH(other.restore(impossible), Catch::Contains("must have passed limits below 5"));
  impossible = simulation.state();
  impossible.passed_limits[0].worst_step = impossible.step_index + 1;
  CHECK_THROWS_WITH(other.restore(impossible), Catch::Contains("must have passed limits below 5"));
}
