/// @file Members in waves and current: reference cases, added mass in the system matrix, the
/// surface, frames, steppers, refusals.
#include "solver/model/loads/morison.hpp"

#include <cmath>

#include "hydro/base/error.hpp"
#include "solver/simulation/run/simulation.hpp"
#include "tests/solver/linearisation/linearised.hpp"
#include "tests/support/constants.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using hydro::WaveStretching;
using solver::Morison;
using solver::MorisonElement;
using solver::Simulation;
using solver::StepperKind;

namespace {

MorisonElement cylinder(const Vector3& point1, const Vector3& point2, double diameter, double drag,
                        double added_mass) {
  MorisonElement element;
  element.point1 = point1;
  element.point2 = point2;
  element.diameter = diameter;
  element.drag_coefficient = drag;
  element.added_mass_coefficient = added_mass;
  return element;
}

solver::Model model_with(const solver::RigidBody& body, const MorisonElement& element,
                         double step) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  model.water_density = kSeaWater;
  model.bodies = {body};
  Morison morison;
  morison.body = body.name;
  morison.elements = {element};
  model.loads = {{"members", morison}};
  return model;
}

Morison& morison_of(solver::Model& model) { return model.loads[0].kind.get<Morison>(); }

/// Case L6: a pile on a bottom 30 m down, in a wave of 3 m and 10 s; force and moment at its foot.
Vector2 pile(WaveStretching stretching, double phase) {
  solver::RigidBody body = weightless_body("pile", 1.0, {1, 1, 1}, {0, 0, -30});
  body.motion = solver::Motion::kStatic;
  MorisonElement element = cylinder({0, 0, 0}, {0, 0, 40}, 2.0, 1.0, 1.0);
  element.segment_count = 80;
  solver::Model model = model_with(body, element, 0.01);
  model.gravity = 9.80665;
  model.water_depth = 30.0;
  model.sea = hydro::Sea({{2.0 * kPi / 10.0, 3.0, phase, 0.0}}, 30.0, 9.80665, 0.0);
  morison_of(model).stretching = stretching;
  Simulation simulation(model);
  const VectorXd force = read_output(simulation, "members.force");
  return {force[0], force[4]};
}

/// Phase of a wave of 10 s after some seconds.
double after(double seconds) { return 2.0 * kPi * seconds / 10.0; }

void check_close(const Vector2& found, const Vector2& expected, double tolerance) {
  INFO(found.transpose() << " for " << expected.transpose());
  CHECK(std::abs(found[0] - expected[0]) < tolerance * std::abs(expected[0]));
  CHECK(std::abs(found[1] - expected[1]) < tolerance * std::abs(expected[1]));
}

/// A model whose water moves by 2 cos(.7 t) along x everywhere: the longest of waves, so shallow
/// that it goes to and fro alone.
solver::Model swinging_water(double step) {
  const double volume = 0.25 * kPi * 20.0;
  const solver::RigidBody body =
      weightless_body("cylinder", 0.6 * kSeaWater * volume, {1e4, 1e4, 1e4}, {0, 0, -20},
                      {true, false, false, false, false, false});
  solver::Model model = model_with(body, cylinder({0, -10, 0}, {0, 10, 0}, 1.0, 1.2, 1.0), step);
  model.gravity = 1e17;  // the wave is 2e10 m long
  model.water_depth = 40.0;
  const double depths = hydro::wavenumber(0.7, 40.0, model.gravity) * 40.0;  // kh, u = a omega/kh
  model.sea = hydro::Sea({{0.7, 2.0 / 0.7 * depths, 0.0, 0.0}}, 40.0, model.gravity, 0.0);
  return model;
}

/// A spar that heaves, pitches and drifts in waves and a current, its top above the water.
solver::Model drifting_spar(double step) {
  solver::RigidBody body = weightless_body("spar", 4e5, {3e7, 3e7, 4e6}, {0, 0, -12});
  body.pose.attitude = solver::exponential({0.1, -0.15, 0.3});
  body.linear_velocity = {0.5, -0.2, 0.6};
  body.angular_velocity = {0.02, 0.03, -0.05};
  MorisonElement column = cylinder({0, 0, -15}, {0, 0, 18}, 4.0, 0.8, 0.9);
  column.axial_drag_coefficient = 0.05;
  column.end1.emplace().added_mass_coefficient = 1.0;
  column.end1->drag_coefficient = 0.6;
  column.end2.emplace();
  solver::Model model = model_with(body, column, step);
  morison_of(model).elements.push_back(cylinder({-8, 0, -14}, {9, 3, -13}, 1.5, 1.1, 1.0));
  model.current = hydro::Current({}, {Vector2(0.6, 0.3)});
  model.sea = hydro::Sea({{0.55, 1.2, 0.3, 0.4}, {0.8, 0.7, 1.9, -0.3}, {1.1, 0.3, 2.5, 0.9}},
                         {model.water_depth, model.gravity, model.current}, 0.0);
  Vector6 spring, damping;
  spring << 2e4, 2e4, 1.3e5, 4e7, 4e7, 1e6;
  damping << 2e3, 2e3, 1e4, 1e6, 1e6, 1e5;
  model.loads.push_back(mooring("mooring", "spar", spring, damping));
  return model;
}

}  // namespace

TEST_CASE("morison: the forces on a pile, however the waves are stretched (L6)",
          "[solver][loads][morison]") {
  const Vector2 inertia(-166628.652, -2830022.090), drag(61238.186, 1162564.138);
  for (const double t : {0.0, 1.3, 2.5, 4.0}) {
    const double sine = std::sin(after(t)), cosine = std::cos(after(t));
    const Vector2 expected = inertia * sine + drag * std::abs(cosine) * cosine;
    check_close(pile(WaveStretching::kNone, after(t)), expected, 1e-6);
  }
  check_close(pile(WaveStretching::kWheeler, 0.0), {67362.005, 1406702.607}, 1e-6);
  check_close(pile(WaveStretching::kWheeler, after(1.0)), {-62542.000, -1054477.900}, 1e-6);
  check_close(pile(WaveStretching::kWheeler, after(7.5)), {166628.652, 2830022.090}, 1e-6);
  check_close(pile(WaveStretching::kExtrapolated, 0.0), {77139.604, 1664363.327}, 1e-6);
  const double linear = pile(WaveStretching::kLinear, 0.0)[0];
  CHECK(linear > 67362.0);
  CHECK(linear < 77139.0);
}

TEST_CASE("morison: a cylinder that water slows down goes on by the logarithm (L7)",
          "[solver][loads][morison]") {
  const auto [stepper, tolerance] =
      GENERATE(table<StepperKind, double>({{StepperKind::kRungeKutta4, 1e-6},
                                           {StepperKind::kMidpoint, 1e-6},
                                           {StepperKind::kMoreauJean, 1e-3},
                                           {StepperKind::kSpook, 1e-3}}));
  // c = rho/2 C_d D L = 4e3 kg/m, mass and added mass 2e5 kg.
  MorisonElement element = cylinder({0, -4, 0}, {0, 4, 0}, 1.0, 4e3 / (0.5 * kSeaWater * 8.0), 1.0);
  const double added = kSeaWater * 0.25 * kPi * 8.0;
  solver::RigidBody body = weightless_body("cylinder", 2e5 - added, {1e5, 1e5, 1e5}, {0, 0, -20});
  body.linear_velocity = {2.0, 0.0, 0.0};
  solver::Model model = model_with(body, element, 0.02);
  model.stepper = stepper;
  Simulation simulation(model);
  run(simulation, 60.0);
  CHECK(read_output(simulation, "cylinder.linear_velocity")[0] ==
        Approx(10.0 / 17.0).epsilon(tolerance));
  CHECK(read_output(simulation, "cylinder.position")[0] == Approx(61.188771581).epsilon(tolerance));
}

TEST_CASE("morison: a free cylinder in water that swings (L7)", "[solver][loads][morison]") {
  Simulation simulation(swinging_water(0.02));
  const auto check = [&](double x, double v) {
    CHECK(read_output(simulation, "cylinder.position")[0] == Approx(x).epsilon(1e-6));
    CHECK(read_output(simulation, "cylinder.linear_velocity")[0] == Approx(v).epsilon(1e-6));
  };
  run(simulation, 5.0);
  check(-5.83115139, -2.42240558);
  run(simulation, 5.0);
  check(-2.45669114, 1.73107399);
  run(simulation, 20.0);
  check(-2.21383918, -1.46471869);
}

TEST_CASE("morison: every stepper keeps its order with added mass that changes",
          "[solver][loads][morison]") {
  // Submerged and dragged by the current alone; what turns, changes the added mass.
  const auto end_of = [](StepperKind stepper, double step) {
    solver::Model model = drifting_spar(step);
    model.bodies[0].pose.position.z() = -30.0;
    model.stepper = stepper;
    Simulation simulation(model);
    run(simulation, 8.0);
    VectorXd end(6);
    end << read_output(simulation, "spar.position"),
        read_output(simulation, "spar.linear_velocity");
    return end;
  };
  const VectorXd exact = end_of(StepperKind::kRungeKutta4, 0.00625);
  const auto order = [&](StepperKind stepper, double step) {
    return std::log2((end_of(stepper, step) - exact).norm() /
                     (end_of(stepper, 0.5 * step) - exact).norm());
  };
  CHECK(order(StepperKind::kRungeKutta4, 0.2) == Approx(4.0).epsilon(0.0).margin(0.3));
  CHECK(order(StepperKind::kMidpoint, 0.1) == Approx(2.0).epsilon(0.0).margin(0.1));
  CHECK(order(StepperKind::kSpook, 0.025) == Approx(1.0).epsilon(0.0).margin(0.1));
  CHECK(order(StepperKind::kMoreauJean, 0.025) == Approx(1.0).epsilon(0.0).margin(0.15));
}

TEST_CASE(
    "morison: a level cylinder that dips into still water goes on, or slams with its momentum",
    "[solver][loads][morison]") {
  const StepperKind stepper =
      GENERATE(StepperKind::kRungeKutta4, StepperKind::kMidpoint, StepperKind::kSpook);
  const double added = kSeaWater * 0.25 * kPi * 8.0;
  solver::RigidBody body = weightless_body("cylinder", 8e3, {1e5, 1e5, 1e5}, {0, 0, 1.0});
  body.linear_velocity = {0.0, 0.0, -1.0};
  solver::Model model = model_with(body, cylinder({0, -4, 0}, {0, 4, 0}, 1.0, 0.0, 1.0), 0.002);
  model.stepper = stepper;
  Simulation gentle(model);
  CHECK(read_output(gentle, "members.wet_length")[0] == 0.0);
  run(gentle, 1.0);
  CHECK(read_output(gentle, "members.wet_length")[0] == Approx(4.0).epsilon(1e-9));
  run(gentle, 1.0);
  CHECK(read_output(gentle, "members.wet_length")[0] == Approx(8.0).epsilon(1e-14));
  CHECK(read_output(gentle, "cylinder.linear_velocity")[2] == Approx(-1.0).epsilon(1e-13));
  CHECK(read_output(gentle, "energy.kinetic")[0] == Approx(0.5 * (8e3 + added)).epsilon(1e-12));
  morison_of(model).slam = true;
  Simulation struck(model);
  run(struck, 4.0);
  CHECK(read_output(struck, "cylinder.linear_velocity")[2] ==
        Approx(-8e3 / (8e3 + added)).epsilon(2e-3));
}

TEST_CASE("morison: energy of body and water changes by the power, in waves, through the surface",
          "[solver][loads][morison]") {
  solver::Model model = drifting_spar(0.002);
  morison_of(model).slam = GENERATE(false, true);
  Simulation simulation(model);
  run(simulation, 1.0);
  std::vector<double> energy, power;
  for (int i = 0; i < 5; ++i) {
    energy.push_back(read_output(simulation, "energy.kinetic")[0] +
                     read_output(simulation, "energy.potential")[0]);
    power.push_back(read_output(simulation, "energy.power")[0]);
    simulation.step();
  }
  const double rate = (8.0 * (energy[3] - energy[1]) - (energy[4] - energy[0])) / (12.0 * 0.002);
  INFO(rate << " and " << power[2]);
  CHECK(std::abs(rate - power[2]) < 1e-6 * (std::abs(rate) + energy[2]));
}

TEST_CASE("morison: the force of the water's inertia is among that of added mass",
          "[solver][loads][morison]") {
  Simulation simulation(swinging_water(0.02));
  run(simulation, 1.7);
  const double added = kSeaWater * 0.25 * kPi * 20.0;
  const double a = read_output(simulation, "cylinder.linear_acceleration")[0];
  CHECK(read_output(simulation, "cylinder.force.added_mass")[0] ==
        Approx(-added * a).epsilon(1e-12));
  CHECK(read_output(simulation, "cylinder.force.total")[0] ==
        Approx(0.6 * added * a).epsilon(1e-12));
  CHECK(read_output(simulation, "members.force")[0] == Approx(1.6 * added * a).epsilon(1e-12));
}

TEST_CASE("morison: a turned scene, one that drifts and waves that a client streams are the same",
          "[solver][loads][morison]") {
  const auto end_of = [](const solver::Model& model) {
    Simulation simulation(model);
    run(simulation, 6.0);
    return VectorXd(read_output(simulation, "spar.position"));
  };
  const solver::Model model = drifting_spar(0.05);
  const Vector3 end = end_of(model);
  SECTION("turned by 73 deg") {
    const double angle = 73.0 * kPi / 180.0;
    const Quaternion turn = yawed(angle);
    solver::Model turned = model;
    solver::RigidBody& body = turned.bodies[0];
    body.pose.position = turn * body.pose.position;
    body.pose.attitude = turn * body.pose.attitude;
    body.linear_velocity = turn * body.linear_velocity;
    body.angular_velocity = turn * body.angular_velocity;
    body.rest_pose = solver::Pose{body.pose.position, turn};
    const Vector3 U = turn * Vector3(0.6, 0.3, 0.0);
    turned.current = hydro::Current({}, {U.head<2>()});
    std::vector<hydro::WaveComponent> waves = model.sea->components();
    for (hydro::WaveComponent& wave : waves) wave.direction += angle;
    turned.sea = hydro::Sea(waves, {model.water_depth, model.gravity, turned.current}, 0.0);
    solver::Model straight = model;
    straight.bodies[0].rest_pose = solver::Pose{straight.bodies[0].pose.position, yawed(0.0)};
    CHECK((end_of(turned) - turn * end_of(straight)).norm() < 1e-11);
  }
  SECTION("drifting") {
    const Vector2 U(0.8, -1.1);
    solver::Model still = model, drifting = model;
    still.loads.pop_back();
    drifting.loads.pop_back();  // a mooring stays behind
    drifting.bodies[0].linear_velocity.head<2>() += U;
    drifting.current = hydro::Current({}, {Vector2(0.6, 0.3) + U});
    std::vector<hydro::WaveComponent> waves = model.sea->components();
    for (std::size_t c = 0; c < waves.size(); ++c) {
      const double k = model.sea->wavenumbers()[static_cast<Eigen::Index>(c)];
      waves[c].omega +=
          k * (U.x() * std::cos(waves[c].direction) + U.y() * std::sin(waves[c].direction));
    }
    drifting.sea = hydro::Sea(waves, {model.water_depth, model.gravity, drifting.current}, 0.0);
    const Vector3 moved(6.0 * U.x(), 6.0 * U.y(), 0.0);
    CHECK((end_of(drifting) - end_of(still) - moved).norm() < 1e-10);
  }
  SECTION("streamed") {
    solver::Model streamed = model;
    streamed.sea.reset();
    streamed.inputs = {{"waves", solver::StreamedComponents{3}}};
    Simulation simulation(streamed);
    std::vector<double> sample;
    for (const hydro::WaveComponent& wave : model.sea->components()) {
      sample.insert(sample.end(), {wave.omega, wave.amplitude, wave.phase, wave.direction});
    }
    simulation.write_input(0, 0, sample);
    run(simulation, 6.0);
    CHECK((read_output(simulation, "spar.position") - end).norm() < 1e-12);
  }
}

TEST_CASE("morison: a run goes on bit for bit from a saved state", "[solver][loads][morison]") {
  solver::Model model = drifting_spar(0.05);
  model.stepper = GENERATE(StepperKind::kRungeKutta4, StepperKind::kMidpoint, StepperKind::kSpook,
                           StepperKind::kMoreauJean);
  Simulation simulation(model), other(model);
  run(simulation, 2.0);
  const solver::State saved = solver::deserialize(solver::serialize(simulation.state()));
  run(simulation, 2.0);
  other.restore(saved);
  (void)read_output(other, "energy.power");  // reading changes nothing
  run(other, 2.0);
  CHECK(identical(simulation.state(), other.state()));
}

TEST_CASE("morison: linear equations have the added mass, and say that waves are left out",
          "[solver][loads][morison]") {
  solver::Model model = model_with(weightless_body("cylinder", 1e4, {1e5, 1e5, 1e5}, {0, 0, -20}),
                                   cylinder({2, -4, 0}, {2, 4, 0}, 1.0, 0.5, 0.9), 0.01);
  model.current = hydro::Current({}, {Vector2(0.7, 0.0)});
  const auto linear = linearized(model, solver::OperatingPoint::kRest);
  const double added = 0.9 * kSeaWater * 0.25 * kPi * 8.0;
  const MatrixXd& A = linear.matrices().infinite_added_mass;
  Matrix6 expected = Matrix6::Zero();
  expected.diagonal() << added, 0.0, added, added * 64.0 / 12.0, 4.0 * added, added * 64.0 / 12.0;
  expected(2, 4) = expected(4, 2) = -2.0 * added;
  CHECK((A - expected).norm() < 1e-10 * added);
  CHECK(linear.matrices().linear_damping(0, 0) ==
        Approx(kSeaWater * 0.5 * 1.0 * 8.0 * 0.7).epsilon(1e-9));
  CHECK(std::any_of(linear.mean().findings.begin(), linear.mean().findings.end(),
                    [](const Finding& finding) {
                      return finding.message.find("morison members") != std::string::npos;
                    }));
}

TEST_CASE("morison: strips along a hull (L8)", "[solver][loads][morison]") {
  const auto force = [](double v, double r) {
    solver::RigidBody body = weightless_body("hull", 1e6, {1e8, 1e8, 1e8}, {0, 0, -10});
    body.motion = solver::Motion::kKinematic;
    body.linear_velocity = {0.0, v, 0.0};
    body.angular_velocity = {0.0, 0.0, r};
    Simulation simulation(model_with(body, cylinder({-50, 0, 0}, {50, 0, 0}, 6.0, 1.0, 0.0), 0.01));
    return VectorXd(read_output(simulation, "members.force"));
  };
  CHECK(force(0.0, 0.02)[5] == Approx(-3843750.0).epsilon(1e-12));
  CHECK(force(1.0, 0.02)[1] == Approx(-410000.0).epsilon(1e-12));
  CHECK(force(1.0, 0.02)[5] == Approx(-10250000.0).epsilon(1e-12));
}

TEST_CASE(
    "morison: members without length, negative coefficients and water counted twice are "
    "refused",
    "[solver][loads][morison]") {
  solver::Model model = box_model({10.0, 6.0, 2.0});
  Morison morison;
  morison.body = "body1";
  morison.elements = {cylinder({1, 0, 0}, {1, 0, 0}, 1.0, -1.0, 0.5)};
  morison.elements[0].segment_count = 0;
  model.loads = {{"members", morison}};
  model.inputs = {{"eta", solver::WaveElevationInput{}}};
  const auto violations = solver::check(model);
  const auto refused = [&](const std::string& path, const std::string& rule) {
    INFO(path << " " << rule);
    CHECK(std::any_of(violations.begin(), violations.end(), [&](const auto& violation) {
      return violation.path == path && violation.rule.find(rule) != std::string::npos;
    }));
  };
  refused("loads[0].morison.elements[0].point2", "must not be that of point1");
  refused("loads[0].morison.elements[0].drag_coefficient", "must not be negative");
  refused("loads[0].morison.elements[0].segment_count", "must be from 1 to 1000");
  refused("loads[0].morison.elements[0]", "must have no added mass on a body of a hydrodynamic");
  refused("loads[0].morison", "not a streamed elevation");
  model.inputs.clear();
  morison.elements = {cylinder({1, 0, 0}, {1, 0, -3}, 1.0, 1.0, 0.0)};
  morison.elements[0].end2.emplace();
  model.loads = {{"members", morison}};
  REQUIRE(solver::check(model).empty());
  // Drag alone: still water does nothing to a body at rest in waves but by drag.
  Simulation simulation(model);
  CHECK(read_output(simulation, "members.force").norm() == 0.0);
}
