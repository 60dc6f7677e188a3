/// @file Commands of loads, autopilots, thrusters and dynamic positioning.
#include <Eigen/LU>
#include <complex>

#include "hydro/numerics/elementary.hpp"
#include "solver/loads/control/passive_observer.hpp"
#include "solver/loads/control/thrust_allocation.hpp"
#include "solver/model/loads/autopilot.hpp"
#include "solver/model/loads/dynamic_positioning.hpp"
#include "solver/model/loads/linear_mooring.hpp"
#include "solver/model/loads/rudder.hpp"
#include "solver/model/loads/thruster.hpp"
#include "tests/support/kvlcc2.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;
using solver::StepperKind;
using solver::ThrustAllocation;

namespace {

/// Nomoto's ship, T r' + r = K delta to starboard: a hull that only yaws in a stream of 1 m/s past
/// its rudder.
solver::Model nomoto(double K, double T, double step) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  model.water_density = 1000.0;
  model.current = hydro::Current({}, {Vector2(-1.0, 0.0)});
  const double inertia = 1e5;
  model.bodies = {weightless_body("ship", 1e4, Vector3::Constant(inertia), Vector3::Zero(),
                                  {false, false, false, false, false, true})};
  Vector6 damping = Vector6::Zero();
  damping[5] = inertia / T;
  model.loads = {mooring("water", "ship", Vector6::Zero(), damping)};
  solver::Rudder rudder;
  rudder.body = "ship";
  rudder.point.x() = -10.0;
  rudder.area = 1.0;
  rudder.height = 1.0;
  rudder.normal_force_gradient = 2.0 * K * inertia / (10.0 * T * 1000.0);
  rudder.straightening_port = rudder.straightening_starboard = 0.0;
  model.loads.push_back({"rudder", rudder});
  return model;
}

solver::Autopilot autopilot(double heading, double proportional, double derivative) {
  solver::Autopilot pilot;
  pilot.body = "ship";
  pilot.rudders = {"rudder"};
  pilot.heading = heading;
  pilot.proportional = proportional;
  pilot.derivative = derivative;
  return pilot;
}

/// Headings at 30, 60, 120 s and the largest, over the ordered one.
Eigen::Vector4d step_response(double sample) {
  constexpr double kOrder = 1e-4;  // rad, at which the rudder's force is linear to 1e-8
  solver::Model model = nomoto(0.05, 40.0, sample);
  model.loads.push_back({"pilot", autopilot(-kOrder, 2.0, 44.0)});
  Simulation simulation(model);
  Eigen::Vector4d found = Eigen::Vector4d::Zero();
  Eigen::Index next = 0;
  while (next < 3) {
    simulation.step();
    const VectorXd q = read_output(simulation, "ship.orientation");
    const double heading = -2.0 * q[3] / kOrder;
    found[3] = std::max(found[3], heading);
    if (simulation.time_ns() ==
        nanoseconds(std::array{30.0, 60.0, 120.0}[static_cast<std::size_t>(next)])) {
      found[next++] = heading;
    }
  }
  return found;
}

solver::Thruster tunnel(double x, double limit) {
  solver::Thruster thruster;
  thruster.body = "ship";
  thruster.point = {x, 0.0, 0.0};
  thruster.azimuth = 0.5 * kPi;
  thruster.max_thrust = limit;
  return thruster;
}

solver::Thruster screw(double y, double limit) {
  solver::Thruster thruster = tunnel(-35.0, limit);
  thruster.point.y() = y;
  thruster.azimuth = 0.0;
  return thruster;
}

solver::Thruster azimuthing(double x, double limit) {
  solver::Thruster thruster = tunnel(x, limit);
  thruster.azimuth_rate = 0.2;
  return thruster;
}

std::vector<solver::Thruster> six_thrusters(double limit) {
  return {tunnel(30.0, limit),  tunnel(22.0, limit), tunnel(-22.0, limit),
          tunnel(-30.0, limit), screw(8.0, limit),   screw(-8.0, limit)};
}

solver::ObserverOptions observer_of(double mass, double damping) {
  solver::ObserverOptions options;
  options.mass = Vector3::Constant(mass);
  options.damping = Vector3::Constant(damping);
  options.wave_frequency = 0.8;
  return options;
}

/// |eta/y| in surge: the observer is linear at heading 0.
double gain_of(const solver::PassiveObserver& observer, double omega) {
  using State = solver::PassiveObserver::State;
  Eigen::Matrix<std::complex<double>, 15, 15> system;
  for (Eigen::Index i = 0; i < 15; ++i) {
    system.col(i) = -observer.rate(State::Unit(i), Vector3::Zero(), Vector3::Zero())
                         .cast<std::complex<double>>();
    system(i, i) += std::complex<double>(0.0, omega);
  }
  const State input = observer.rate(State::Zero(), Vector3::UnitX(), Vector3::Zero());
  const Eigen::Matrix<std::complex<double>, 15, 1> x =
      system.lu().solve(input.cast<std::complex<double>>());
  return std::abs(x[6]);
}

/// A supply vessel of 6.6e6 kg in plan on six thrusters.
solver::Model positioned_vessel(double step) {
  solver::Model model;
  model.step_ns = nanoseconds(step);
  model.bodies = {weightless_body("ship", 6.6e6, Vector3::Constant(2.5e9), {3.0, -2.0, 0.0},
                                  {true, true, false, false, false, true})};
  Vector6 damping;
  damping << 2e5, 4e5, 0.0, 0.0, 0.0, 1e8;
  solver::LinearMooring water;
  water.body = "ship";
  water.damping = damping.asDiagonal();
  water.preload << 5e4, -8e4, 0.0, 0.0, 0.0, 1e6;
  model.loads = {{"water", water}};
  solver::DynamicPositioning control;
  control.body = "ship";
  for (const solver::Thruster& thruster : six_thrusters(3e5)) {
    control.thrusters.push_back("thruster" + std::to_string(model.loads.size()));
    model.loads.push_back({control.thrusters.back(), thruster});
    model.loads.back().kind.get<solver::Thruster>().lag = 2.0;
  }
  control.proportional = {6e4, 6e4, 2.5e7};
  control.derivative = {8e5, 8e5, 3.5e8};
  control.integral = {6e2, 6e2, 2.5e5};
  control.sample_time = 0.5;
  model.loads.push_back({"control", control});
  return model;
}

}  // namespace

TEST_CASE("autopilot: the step response of Nomoto's ship", "[solver][loads][L20]") {
  // w_n .05, zeta .8: K_p = w_n^2 T/K, K_d = (2 zeta w_n T - 1)/K. A command that is held lags by
  // half a sample, of first order: halving it takes that away.
  const Eigen::Vector4d coarse = step_response(0.02), fine = step_response(0.01);
  const Eigen::Vector4d found = 2.0 * fine - coarse;
  CHECK(found[0] == Approx(0.498196634).epsilon(1e-6));
  CHECK(found[1] == Approx(0.902817357).epsilon(1e-6));
  CHECK(found[2] == Approx(1.012235870).epsilon(1e-6));
  CHECK(found[3] - 1.0 == Approx(0.015165).epsilon(0.0).margin(1e-6));
}

TEST_CASE("autopilot: it turns by the shorter way, its integral stands still at the limit",
          "[solver][loads]") {
  solver::Model model = nomoto(0.05, 40.0, 0.1);
  solver::Autopilot pilot = autopilot(3.0, 2.0, 0.0);
  pilot.integral = 0.5;
  pilot.sample_time = 1.0;
  model.bodies[0].pose.attitude = yawed(-3.0);
  model.loads.push_back({"pilot", pilot});
  Simulation simulation(model);
  const double error = 2.0 * kPi - 6.0;  // heading - target: to starboard by .28 rad
  CHECK(read_number(simulation, "pilot.error") == Approx(error).epsilon(1e-12));
  CHECK(read_number(simulation, "pilot.command") == Approx(2.0 * error).epsilon(1e-12));
  run(simulation, 0.9);
  CHECK(read_number(simulation, "pilot.command") == Approx(2.0 * error).epsilon(1e-12));  // held
  run(simulation, 20.0);
  CHECK(std::abs(read_number(simulation, "pilot.command")) <= 35.0 * kPi / 180.0);
  CHECK(simulation.state().loads[2].values[1] < 1.0);  // rad s
}

TEST_CASE("commands: an input sets the target of an autopilot, its rudder follows at its rate",
          "[solver][loads]") {
  solver::Model model = nomoto(0.05, 40.0, 0.1);
  model.loads[1].kind.get<solver::Rudder>().rate = 0.02;
  model.loads.push_back({"pilot", autopilot(0.0, 2.0, 44.0)});
  model.inputs = {{"course", solver::LoadCommand{"pilot", "heading"}}};
  Simulation simulation(model);
  CHECK(simulation.inputs()[0].unit == "rad");
  CHECK(simulation.inputs()[0].description == "heading that autopilot 'pilot' shall keep");
  const double order = -0.2;
  simulation.write_input(0, 0, {&order, 1});
  run(simulation, 1.0);
  // The pilot samples where the first step ends, its rudder begins with the next.
  CHECK(read_number(simulation, "rudder.angle") == Approx(0.02 * 0.9).epsilon(1e-9));
  run(simulation, 300.0);
  CHECK(read_number(simulation, "pilot.error") == Approx(0.0).margin(1e-4));
}

TEST_CASE("commands: what is refused", "[solver][loads]") {
  solver::Model model = nomoto(0.05, 40.0, 0.1);
  model.loads.push_back({"pilot", autopilot(0.0, 2.0, 44.0)});
  const auto with_input = [&](const char* load, const char* channel) {
    model.inputs = {{"order", solver::LoadCommand{load, channel}}};
    return model;
  };
  CHECK_THROWS_WITH(
      Simulation(with_input("water", "angle")),
      "inputs[0].load_command.load must name a load that takes commands, got 'water'");
  CHECK_THROWS_WITH(Simulation(with_input("pilot", "angle")),
                    "inputs[0].load_command.channel must be one of heading, got 'angle'");
  CHECK_THROWS_WITH(Simulation(with_input("rudder", "angle")),
                    Catch::Contains("inputs[0].load_command must be the only one that commands it, "
                                    "got 2 that command 'angle' of 'rudder'"));
  model.inputs.clear();
  auto& pilot = model.loads[2].kind.get<solver::Autopilot>();
  pilot.sample_time = 0.15;
  CHECK_THROWS_WITH(
      Simulation(model),
      "loads[2].autopilot.sample_time must be a whole multiple of the step, 100000000 "
      "ns, got 0.15 s");
  pilot.sample_time = 0.2;
  pilot.rudders = {"water"};
  CHECK_THROWS_WITH(Simulation(model),
                    "loads[2].autopilot.rudders[0] must name a rudder of the same "
                    "body, got 'water'");
}

TEST_CASE("thruster: lag, rate, loss with speed", "[solver][loads]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.1);
  model.current = hydro::Current({}, {Vector2(1.0, 0.0)});
  model.bodies = {weightless_body("ship", 1e9, Vector3::Constant(1e9), Vector3::Zero())};
  solver::Thruster thruster = tunnel(10.0, 100.0);
  thruster.lag = 2.0;
  thruster.loss_speed = 4.0;
  model.loads = {{"bow", thruster}};
  model.inputs = {{"order", solver::LoadCommand{"bow", "thrust"}}};
  Simulation simulation(model);
  const double order = 500.0;
  simulation.write_input(0, 0, {&order, 1});
  run(simulation, 3.0);
  const double thrust = 0.75 * 100.0 * (1.0 - std::exp(-1.5));  // V = 1 of 4 m/s
  CHECK(read_number(simulation, "bow.thrust") == Approx(thrust).epsilon(1e-6));
  CHECK(read_output(simulation, "bow.force")[1] == Approx(thrust).epsilon(1e-6));
  CHECK(read_output(simulation, "bow.force")[5] == Approx(10.0 * thrust).epsilon(1e-6));
}

TEST_CASE(
    "thruster: it turns by the shorter way, pushes through no forbidden sector and stops at "
    "its edge",
    "[solver][loads]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.1);
  model.bodies = {weightless_body("ship", 1e9, Vector3::Constant(1e9), Vector3::Zero())};
  solver::Thruster thruster = azimuthing(0.0, 100.0);
  thruster.azimuth = 170.0 * kPi / 180.0;
  thruster.azimuth_rate = 10.0 * kPi / 180.0;
  thruster.thrust = 50.0;
  thruster.forbidden_deg = {175.0, 185.0, 200.0, 260.0};
  model.loads = {{"pod", thruster}};
  model.inputs = {{"way", solver::LoadCommand{"pod", "azimuth"}}};
  Simulation simulation(model);
  const double order = -150.0 * kPi / 180.0;  // 210 deg: its nearer edge is 200 deg
  simulation.write_input(0, 0, {&order, 1});
  run(simulation, 1.0);  // at 180 deg
  CHECK(read_number(simulation, "pod.thrust") == 0.0);
  run(simulation, 4.0);
  CHECK(read_number(simulation, "pod.azimuth") == Approx(-160.0 * kPi / 180.0).epsilon(1e-12));
  CHECK(read_number(simulation, "pod.thrust") == 50.0);
}

TEST_CASE("allocation: the least sum of squares that makes the demand", "[solver][loads][L20]") {
  const ThrustAllocation allocation(six_thrusters(1e9), std::vector<double>(6, 1.0),
                                    Vector3::Zero());
  const Vector3 demand(2e5, 1.5e5, 2e6);
  const auto orders = allocation.share(demand, {});
  // Arms -8 and 8 of the screws: they stand at y = 8 and -8.
  const std::vector<double> expected{58218.232, 52693.370, 22306.630,
                                     16781.768, 94475.138, 105524.862};
  for (std::size_t i = 0; i < 6; ++i) CHECK(orders[i].thrust == Approx(expected[i]).epsilon(1e-8));
  CHECK(allocation.reaches(demand, allocation.result(orders)));
}

TEST_CASE("allocation: limits and forbidden sectors are kept, the others take the rest",
          "[solver][loads]") {
  const ThrustAllocation limited(six_thrusters(1e5), std::vector<double>(6, 1.0), Vector3::Zero());
  const Vector3 demand(1.9e5, 1.5e5, 2e6);
  const auto orders = limited.share(demand, {});
  for (const auto& order : orders) CHECK(std::abs(order.thrust) <= 1e5);
  CHECK(limited.reaches(demand, limited.result(orders)));
  CHECK_FALSE(limited.reaches({5e5, 0.0, 0.0}, limited.result(limited.share({5e5, 0.0, 0.0}, {}))));

  std::vector<solver::Thruster> pods{azimuthing(-30.0, 1e6), azimuthing(30.0, 1e6)};
  pods[0].forbidden_deg = {80.0, 100.0};
  const ThrustAllocation steered(pods, {1.0, 1.0}, Vector3::Zero());
  const std::vector<ThrustAllocation::Order> last{{0.0, 0.3}, {0.0, 0.4}};
  const Vector3 abeam(0.0, 2e5, 0.0);
  const auto turned = steered.share(abeam, last);
  CHECK(std::abs(turned[0].azimuth - 0.5 * kPi) == Approx(10.0 * kPi / 180.0).epsilon(1e-9));
  CHECK(steered.reaches(abeam, steered.result(turned)));
  CHECK(steered.share(Vector3::Zero(), last)[1].azimuth == 0.4);
}

TEST_CASE("observer: slow motions pass, those of the waves do not", "[solver][loads][L20]") {
  const solver::PassiveObserver observer(observer_of(6.6e6, 2e5));
  CHECK(gain_of(observer, 0.01) == Approx(1.001035).epsilon(1e-6));
  CHECK(gain_of(observer, 0.05) == Approx(1.047282).epsilon(1e-6));
  CHECK(gain_of(observer, 0.8) == Approx(0.077637).epsilon(1e-5));  // printed to six decimals

  // Sampled every .1 s it has the same gain.
  auto x = solver::PassiveObserver::settled(Vector3::Zero());
  const auto wave = [](double t) { return Vector3(0.0, std::sin(0.8 * t), 0.0); };
  double largest = 0.0;
  for (int i = 0; i < 20000; ++i) {
    observer.advance(wave(0.1 * i), wave(0.1 * (i + 1)), Vector3::Zero(), 0.1, x);
    if (i > 19800) largest = std::max(largest, std::abs(x[7]));
  }
  CHECK(largest == Approx(0.077637).epsilon(2e-3));
}

TEST_CASE("dynamic positioning: it finds its place against a constant force and keeps it",
          "[solver][loads]") {
  for (const bool observed : {false, true}) {
    solver::Model model = positioned_vessel(0.1);
    auto& control = model.loads.back().kind.get<solver::DynamicPositioning>();
    if (observed) {
      control.observer = observer_of(6.6e6, 2e5);
      control.observer->mass[2] = 2.5e9;
      control.observer->damping[2] = 1e8;
    }
    Simulation simulation(model);
    run(simulation, 900.0);
    const VectorXd position = read_output(simulation, "ship.position");
    CHECK(position.head<2>().norm() < 0.02);
    CHECK(read_number(simulation, "control.surge_demand") == Approx(-5e4).epsilon(0.02));
    CHECK(read_number(simulation, "control.sway_demand") == Approx(8e4).epsilon(0.02));
    CHECK(read_number(simulation, "control.yaw_demand") == Approx(-1e6).epsilon(0.05));
  }
}

TEST_CASE("dynamic positioning: thrusters that cannot push all ways are refused",
          "[solver][loads]") {
  solver::Model model = positioned_vessel(0.1);
  auto& control = model.loads.back().kind.get<solver::DynamicPositioning>();
  control.thrusters.resize(4);
  CHECK_THROWS_WITH(Simulation(model),
                    "loads[7].dynamic_positioning.thrusters must be able to push ahead, abeam and "
                    "round at once, got 4 that leave a direction without force");
}

TEST_CASE(
    "controllers: a run that is saved and restored between samples goes on with the same bytes",
    "[solver][loads][state]") {
  for (const auto stepper : {StepperKind::kRungeKutta4, StepperKind::kMidpoint, StepperKind::kSpook,
                             StepperKind::kMoreauJean}) {
    solver::Model model = positioned_vessel(0.1);
    model.stepper = stepper;
    model.loads.back().kind.get<solver::DynamicPositioning>().observer = observer_of(6.6e6, 2e5);
    Simulation simulation(model);
    run(simulation, 1.7);
    const solver::State saved = solver::deserialize(solver::serialize(simulation.state()));
    run(simulation, 5.0);
    const solver::State end = simulation.state();
    Simulation other(model);
    other.restore(saved);
    run(other, 5.0);
    CHECK(identical(other.state(), end));
  }
}
