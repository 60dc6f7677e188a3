#include "solver/simulation/limits/linear_range.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hydro/base/error.hpp"
#include "hydro/database/readers/read_database.hpp"
#include "solver/model/loads/current_drag.hpp"
#include "solver/model/loads/linear_mooring.hpp"
#include "solver/model/loads/point_spring.hpp"
#include "solver/simulation/findings/model_findings.hpp"
#include "solver/simulation/limits/hull_form.hpp"
#include "solver/simulation/limits/waterline.hpp"
#include "tests/support/catch.hpp"
#include "tests/support/models.hpp"
#include "tests/support/reference_data.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

std::shared_ptr<const hydro::Database> own(const std::string& name) {
  return std::make_shared<hydro::Database>(hydro::read_database(own_data() / name));
}

/// The hemisphere of 5 m, free, in still water.
solver::Model hemisphere() {
  solver::Model model = floating_model(own("hemisphere.h5"), {Vector3::Constant(2.8)}, 0.05);
  model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kNone;
  return model;
}

solver::Model two_ships() {
  solver::Model model = alongside_model(own("alongside.h5"), 0.1);
  model.hydrodynamics[0].radiation.form = hydro::RadiationForm::kNone;
  return model;
}

std::vector<std::string> names(const Findings& findings) {
  std::vector<std::string> all;
  for (const Finding& finding : findings) all.push_back(finding.name);
  return all;
}

std::vector<std::string> at_start(const solver::Model& model) {
  return names(Simulation(model).range_findings());
}

using Names = std::vector<std::string>;

}  // namespace

TEST_CASE("linear range: nothing is said of what floats, tilts by 19 deg or heaves by half a hull",
          "[solver][linear_range]") {
  solver::Model model = hemisphere();
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
  solver::Model model = hemisphere();
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
  solver::Model model = hemisphere();
  model.sea = hydro::Sea({{0.2, 4.0, 0.0, 0.0}}, model.water_depth, model.gravity, 0.0);
  model.bodies[0].pose.position.z() += 4.0;
  CHECK(at_start(model).empty());
  model.sea = hydro::Sea({{0.2, 4.0, kPi, 0.0}}, model.water_depth, model.gravity, 0.0);
  CHECK(at_start(model) == Names{"hull_emerged"});
}

TEST_CASE("linear range: a vessel that turns though its waves are those at rest",
          "[solver][linear_range]") {
  solver::Model model = hemisphere();
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
  solver::Model model = hemisphere();
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

TEST_CASE("findings: waves that break, regular and irregular, and seas that do not",
          "[solver][findings]") {
  solver::Model model = hemisphere();
  const auto said = [&] { return names(Simulation(model).findings()); };
  const auto regular = [&](double amplitude, double period) {
    return hydro::Sea({{2.0 * kPi / period, amplitude, 0.0, 0.0}}, model.water_depth, model.gravity,
                      0.0);
  };
  model.sea = regular(5.0, 5.0);
  const Findings broken = Simulation(model).findings();
  REQUIRE(names(broken) == Names{"waves_break"});
  CHECK(broken[0].value == Approx(10.0 / (model.gravity * 25.0 / (2.0 * kPi))));  // H / L
  CHECK_THAT(broken[0].message, Catch::Contains("0.142 (Miche), got 0.256"));
  model.sea = regular(2.7, 5.0);  // .138
  CHECK(said().empty());
  model.sea = jonswap_sea(model, 30.0, 5.0, 0.0, 0.0);
  CHECK(said() == Names{"waves_break"});
  model.sea = jonswap_sea(model, 3.0, 8.0, 0.0, 0.0);
  CHECK(said().empty());
}

TEST_CASE("findings: natural frequencies beyond the database's, and steps too long for them",
          "[solver][findings]") {
  solver::Model model = hemisphere();
  const double omega = 1.43;  // heave, 4.4 s
  CHECK(names(Simulation(model).findings()).empty());
  model.step_ns = nanoseconds(1.2 / omega);
  const Findings slow = Simulation(model).findings();
  REQUIRE(names(slow) == Names{"step_too_long"});
  CHECK(slow[0].value == Approx(1.2).epsilon(0.06));  // A_inf is less than A there
  model.stepper = solver::StepperKind::kMidpoint;
  CHECK(names(Simulation(model).findings()).empty());

  model = hemisphere();
  hydro::Database cut = *model.hydrodynamics[0].database;
  const Eigen::Index kept = (cut.omega.array() < 1.0).count();
  cut.omega = VectorXd(cut.omega.head(kept));
  cut.added_mass.resize(static_cast<std::size_t>(kept));
  model.hydrodynamics[0].database = std::make_shared<hydro::Database>(cut);
  Findings found;
  solver::add_natural_frequency_findings(model, found);
  REQUIRE(!found.empty());
  CHECK_THAT(found[0].message,
             Catch::StartsWith("heave of 'body1' should have its natural frequency within those"));
}

TEST_CASE("findings: quadratic damping in dofs of a current's drag counts twice",
          "[solver][findings]") {
  solver::Model model = hemisphere();
  solver::CurrentDrag drag;
  drag.body = "body1";
  drag.length = drag.draught = 10.0;
  drag.yaw_drag = 0.8;  // in sway and yaw
  model.loads = {{"current", drag}};
  const auto said = [&] {
    Findings found;
    solver::add_drag_findings(model, found);
    return found;
  };
  Matrix6& D = model.hydrodynamics[0].bodies[0].quadratic_damping;
  D(0, 0) = D(2, 2) = D(3, 3) = D(4, 4) = 1e5;
  CHECK(said().empty());
  D(1, 1) = 1e5;
  REQUIRE(names(said()) == Names{"damping_twice"});
  CHECK_THAT(said()[0].message,
             Catch::StartsWith("hydrodynamics[0].bodies[0].quadratic_damping should not") &&
                 Catch::Contains("as loads[0].current_drag"));
}

namespace {

/// A mass of 1 kg on a spring and a damper along x, of which a step of 1 s makes omega h and h d/m.
solver::Model oscillator(double frequency, double damping, solver::StepperKind stepper) {
  solver::Model model;
  model.step_ns = nanoseconds(1.0);
  model.stepper = stepper;
  model.bodies = {weightless_body("mass", 1.0, {1, 1, 1}, {0.01, 0, 0},
                                  {true, false, false, false, false, false})};
  solver::LinearMooring spring;
  spring.body = "mass";
  spring.stiffness(0, 0) = frequency * frequency;
  spring.damping(0, 0) = damping;
  model.loads = {{"spring", spring}};
  model.bodies[0].linear_velocity.x() = 0.01;
  return model;
}

/// How much of its speed it has in 300 steps, at most, or in those before it has grown a
/// millionfold.
double growth(const solver::Model& model) {
  Simulation simulation(model);
  double most = 0.0;
  for (int i = 0; i < 300 && most < 1e6; ++i) {
    simulation.step();
    most = std::max(most, std::abs(simulation.state().bodies[0].velocity[0]) / 0.01);
  }
  return most;
}

}  // namespace

TEST_CASE("findings: spook is told of steps from where they grow, implicit steppers never",
          "[solver][findings]") {
  using solver::StepperKind;
  const auto said = [](double frequency, double damping, StepperKind stepper) {
    return Simulation(oscillator(frequency, damping, stepper)).findings();
  };
  const double damping = GENERATE(0.0, 1.0, 1.8);
  const double most = std::sqrt(4.0 - 2.0 * damping + damping * damping);
  CHECK(said(0.97 * most, damping, StepperKind::kSpook).empty());
  CHECK(growth(oscillator(0.97 * most, damping, StepperKind::kSpook)) < 20.0);
  const Findings found = said(1.03 * most, damping, StepperKind::kSpook);
  REQUIRE(names(found) == Names{"step_too_long"});
  CHECK(found[0].value == Approx(1.03 * most).epsilon(1e-6));
  CHECK_THAT(found[0].message, Catch::Contains("with spook") && Catch::Contains("moreau_jean"));
  CHECK(growth(oscillator(1.03 * most, damping, StepperKind::kSpook)) > 1e3);
  CHECK(names(said(0.1, 2.1, StepperKind::kSpook)) == Names{"step_too_long"});
  CHECK(said(3.0 * most, damping, StepperKind::kMoreauJean).empty());
  CHECK(said(3.0 * most, damping, StepperKind::kMidpoint).empty());
}

TEST_CASE("findings: where the stepper is left open, one is taken with which motions stay bounded",
          "[solver][findings]") {
  using solver::StepperKind;
  const auto open = [](double frequency, double damping) {
    solver::Model model = oscillator(frequency, damping, StepperKind::kRungeKutta4);
    model.stepper.reset();
    return model;
  };
  const auto stepper_of = [](const solver::Model& model) {
    return Simulation(model).islands().front().stepper;
  };
  CHECK(stepper_of(open(2.7, 0.0)) == StepperKind::kRungeKutta4);
  CHECK(stepper_of(open(0.0, 2.7)) == StepperKind::kRungeKutta4);
  const auto [frequency, damping] =
      GENERATE(std::pair(3.0, 0.0), std::pair(0.0, 3.0), std::pair(0.0, 1e12), std::pair(1e4, 0.1));
  const solver::Model model = open(frequency, damping);
  CHECK(stepper_of(model) == StepperKind::kMidpoint);
  CHECK(growth(model) <= 1.001);
  const Findings found = Simulation(model).findings();
  REQUIRE(names(found) == Names{"step_too_long"});
  CHECK_THAT(found[0].message, Catch::Contains("with rk4") &&
                                   Catch::Contains("midpoint was taken, with which it stays"));
  solver::Model given = model;
  given.stepper = StepperKind::kRungeKutta4;
  CHECK(stepper_of(given) == StepperKind::kRungeKutta4);  // what a model says is done
  CHECK_THAT(Simulation(given).findings()[0].message,
             Catch::Contains("or choose the stepper midpoint"));
}

TEST_CASE("moreau_jean: a compressed spring gives way across from (theta h)^2 P/L = m on",
          "[solver][steppers]") {
  constexpr double kStep = 0.01, kLength = 0.5, kMass = 1000.0;
  const double share = GENERATE(0.95, 1.05);
  solver::Model model;
  model.step_ns = nanoseconds(kStep);
  model.stepper = solver::StepperKind::kMoreauJean;
  model.theta = 0.6;
  model.bodies = {weightless_body("mass", kMass, {1e3, 1e3, 1e3}, {kLength, 0, 0})};
  solver::PointSpring spring;
  spring.body1 = "mass";
  spring.rest_length = 2.0 * kLength;
  spring.stiffness = share * kMass / (0.36 * kStep * kStep);  // P = k (L_0 - L) = k L
  model.loads = {{"spring", spring}};
  Simulation simulation(model);
  if (share < 1.0) {
    CHECK_NOTHROW(simulation.step());
  } else {
    CHECK_THROWS_WITH(simulation.step(), Catch::Contains("must stay positive definite"));
  }
}

TEST_CASE("findings: of stiffness that joints hold nothing is said, of what they leave free it is",
          "[solver][findings]") {
  solver::Model model = oscillator(
      3.0, 0.0, GENERATE(solver::StepperKind::kSpook, solver::StepperKind::kRungeKutta4));
  model.bodies[0].free.fill(true);
  solver::Joint slide;
  slide.name = "slide";
  slide.type = solver::JointType::kPrismatic;
  slide.body1 = "mass";
  slide.axis = Vector3::UnitX();
  model.joints = {slide};
  const Findings along = Simulation(model).findings();
  REQUIRE(names(along) == Names{"step_too_long"});
  CHECK(along[0].value == Approx(3.0).epsilon(1e-6));
  model.joints[0].axis = Vector3::UnitY();
  CHECK(Simulation(model).findings().empty());
}

TEST_CASE("findings: slow drift counted twice where the linear force is that at the moving body",
          "[solver][findings]") {
  solver::Model model = floating_model(own("fpso.h5"), {Vector3::Constant(20.0)}, 0.1);
  model.sea = jonswap_sea(model, 3.0, 9.0, 0.0, 0.0);
  model.hydrodynamics[0].second_order.method = hydro::SecondOrderMethod::kNewman;
  const auto twice = [&] {
    const Names said = names(solver::find_notable(model));
    return std::count(said.begin(), said.end(), "drift_counted_twice");
  };
  CHECK(twice() == 1);
  model.hydrodynamics[0].excitation.at_body_position = false;
  CHECK(twice() == 0);
  model.hydrodynamics[0].excitation.at_body_position = true;
  model.hydrodynamics[0].excitation_cutoff = 0.2;
  CHECK(twice() == 0);
}

TEST_CASE("findings: slow poses that follow the waves", "[solver][findings]") {
  solver::Model model = floating_model(own("fpso.h5"), {Vector3::Constant(20.0)}, 0.1);
  model.sea = hydro::Sea({{0.6, 1.0, 0.0, 0.0}}, model.water_depth, model.gravity, 0.0);
  model.hydrodynamics[0].second_order.method = hydro::SecondOrderMethod::kNewman;
  const auto found = [&](double cutoff) {
    model.hydrodynamics[0].excitation_cutoff = cutoff;
    for (const Finding& finding : solver::find_notable(model)) {
      if (finding.name == "cutoff_in_waves") return finding.value;
    }
    return 0.0;
  };
  CHECK(found(0.15) == 0.0);
  CHECK(found(0.6) == Approx(std::sqrt(0.5)));
}

TEST_CASE("findings: statistics of fewer than fifty zero crossings", "[solver][findings]") {
  solver::Model model = hemisphere();
  model.sea = jonswap_sea(model, 3.0, 8.0, 0.0, 0.0);
  const auto said = [&](double duration) {
    Findings found;
    solver::add_duration_finding(model, duration, found);
    return names(found);
  };
  CHECK(said(100.0).empty());  // none are asked for
  model.statistics.emplace().warm_up = 60.0;
  CHECK(said(100.0) == Names{"short_duration"});
  CHECK(said(1000.0).empty());
}
