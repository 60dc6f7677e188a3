#include "solver/model/loads/winch.hpp"

#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

constexpr double kMass = 2.0;
constexpr double kRoundGravity = 10.0;

/// A weight below a winch at the world's origin, 5 m deep.
solver::Model hanging_weight(const solver::Winch& winch) {
  solver::Model model;
  model.gravity = kRoundGravity;
  model.step_ns = nanoseconds(0.01);
  auto body = weightless_body("weight", kMass, {1, 1, 1}, {0, 0, -5.0});
  body.gravity = true;
  model.bodies = {body};
  model.loads = {{"winch", winch}};
  return model;
}

solver::Winch hauling(double speed) {
  solver::Winch winch;
  winch.body1 = "weight";
  winch.stiffness = 200.0;
  winch.speed = speed;
  return winch;
}

solver::Winch pulling(double force) {
  solver::Winch winch = hauling(0.0);
  winch.speed.reset();
  winch.force = force;
  return winch;
}

double depth(Simulation& simulation) { return -read_output(simulation, "weight.position")[2]; }
}  // namespace

TEST_CASE("winch that hauls in at a speed: the weight rises with it and swings on the line",
          "[solver][loads][winch]") {
  // Stretch u = d - L: u'' = g - (k/m) u; from u = m g / k at rest with L' = -s:
  // u = m g / k + s / w sin(w t).
  solver::Winch winch = hauling(0.3);
  winch.length = 5.0 - kMass * kRoundGravity / winch.stiffness;
  Simulation simulation(hanging_weight(winch));
  run(simulation, 2.0);
  const double w = std::sqrt(winch.stiffness / kMass);
  const double stretch = kMass * kRoundGravity / winch.stiffness + 0.3 / w * std::sin(w * 2.0);
  const double length = *winch.length - 0.3 * 2.0;
  // The error of Runge-Kutta of order 4 at w h = .1: (w h)^4 w t / 120 of the swing.
  CHECK(std::abs(depth(simulation) - (length + stretch)) < 1e-6);
  CHECK(read_number(simulation, "winch.length") == Approx(length).epsilon(1e-13));
  CHECK(read_number(simulation, "winch.speed") == 0.3);
  CHECK(read_number(simulation, "winch.tension") ==
        Approx(winch.stiffness * (depth(simulation) - length)).epsilon(1e-12));
}

TEST_CASE("winch that keeps a force: the weight moves as under that force alone",
          "[solver][loads][winch]") {
  Simulation simulation(hanging_weight(pulling(26.0)));
  run(simulation, 1.0);
  const double acceleration = kRoundGravity - 26.0 / kMass;  // -3: upwards
  CHECK(depth(simulation) == Approx(5.0 + 0.5 * acceleration).epsilon(1e-13));
  CHECK(read_number(simulation, "winch.tension") == Approx(26.0).epsilon(1e-12));
  CHECK(read_number(simulation, "winch.speed") == Approx(3.0).epsilon(1e-12));
  CHECK(read_number(simulation, "winch.length") ==
        Approx(depth(simulation) - 26.0 / 200.0).epsilon(1e-12));
}

TEST_CASE("winch: a line paid out faster than the weight falls is slack",
          "[solver][loads][winch]") {
  solver::Winch winch = hauling(-20.0);
  winch.damping = 50.0;
  Simulation simulation(hanging_weight(winch));
  run(simulation, 1.0);
  CHECK(depth(simulation) == Approx(5.0 + 0.5 * kRoundGravity).epsilon(1e-13));
  CHECK(read_number(simulation, "winch.tension") == 0.0);
  CHECK(read_number(simulation, "winch.length") == Approx(25.0).epsilon(1e-13));
}

TEST_CASE("winch: its drum stops at the shortest and at the longest length",
          "[solver][loads][winch]") {
  solver::Winch winch = hauling(1.0);
  winch.damping = 40.0;
  winch.min_length = 4.0;
  Simulation hauling(hanging_weight(winch));
  run(hauling, 10.0);
  CHECK(read_number(hauling, "winch.length") == 4.0);
  CHECK(read_number(hauling, "winch.speed") == 0.0);
  // At rest on its line, stretched by m g / k.
  CHECK(depth(hauling) == Approx(4.1).epsilon(1e-9));

  winch = pulling(0.0);
  winch.damping = 40.0;
  winch.max_length = 7.0;
  Simulation running_out(hanging_weight(winch));
  run(running_out, 20.0);
  CHECK(read_number(running_out, "winch.length") == 7.0);
  CHECK(depth(running_out) == Approx(7.1).epsilon(1e-9));
}

TEST_CASE("winch: its drum slips at the force limit and takes energy there",
          "[solver][loads][winch]") {
  // The limit is less than the weight: it falls with g - F / m on a line that follows.
  solver::Winch winch = hauling(0.0);
  winch.force_limit = 12.0;
  winch.length = 5.0;
  Simulation simulation(hanging_weight(winch));
  run(simulation, 3.0);
  CHECK(read_number(simulation, "winch.tension") == Approx(12.0).epsilon(1e-12));
  CHECK(read_number(simulation, "weight.linear_acceleration") == 0.0);
  CHECK(read_output(simulation, "weight.linear_acceleration")[2] == Approx(-4.0).epsilon(1e-12));
  const double speed = read_output(simulation, "weight.linear_velocity")[2];
  CHECK(read_number(simulation, "winch.speed") == Approx(speed).epsilon(1e-12));
  const double kinetic = 0.5 * kMass * speed * speed;
  const double fallen = kMass * kRoundGravity * (depth(simulation) - 5.0);
  CHECK(kinetic < fallen);
  CHECK(kinetic == Approx((1.0 - 12.0 / 20.0) * fallen).epsilon(0.02));
}

TEST_CASE(
    "winch between two bodies: a client's command, momentum, and the same bytes after restore",
    "[solver][loads][winch][inputs]") {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("tug", 2.0, {1, 2, 3}, {0, 0, 0}),
                  weightless_body("barge", 3.0, {1, 2, 3}, {6, 1, 0})};
  solver::Winch winch;
  winch.body1 = "tug";
  winch.point1 = {0.5, 0.2, 0.1};
  winch.body2 = "barge";
  winch.point2 = {-0.5, 0.0, 0.3};
  winch.stiffness = 100.0;
  winch.damping = 10.0;
  winch.speed = 0.0;
  model.loads = {{"winch", winch}};
  model.inputs = {{"haul", solver::LoadDrive{"winch"}}};
  Simulation simulation(model);
  const double length = read_number(simulation, "winch.length");
  const double speed = 0.5;
  simulation.write_input(0, nanoseconds(0.5), {&speed, 1});
  run(simulation, 0.5);
  CHECK(read_number(simulation, "winch.length") == length);
  const solver::State saved = solver::deserialize(serialize(simulation.state()));
  run(simulation, 2.0);
  CHECK(read_number(simulation, "winch.length") == Approx(length - 1.0).epsilon(1e-12));
  const auto& bodies = simulation.state().bodies;
  CHECK(bodies[0].momentum.head<3>().norm() > 0.1);
  CHECK((bodies[0].momentum + bodies[1].momentum).head<3>().norm() < 1e-13);
  const solver::State end = simulation.state();
  simulation.restore(saved);
  run(simulation, 2.0);
  CHECK(identical(simulation.state(), end));
}

TEST_CASE("winch: what is refused", "[solver][loads][winch]") {
  const auto refused = [](solver::Winch winch) { return Simulation(hanging_weight(winch)); };
  solver::Winch winch = pulling(-1.0);
  CHECK_THROWS_WITH(refused(winch),
                    "loads[0].winch.force must not be negative and must be finite, got -1");
  winch.force = 1.0;
  winch.stiffness = 0.0;
  CHECK_THROWS_WITH(refused(winch), "loads[0].winch.stiffness must be positive and finite, got 0");
  winch.stiffness = 1.0;
  winch.min_length = 3.0;
  winch.max_length = 3.0;
  CHECK_THROWS_WITH(refused(winch), "loads[0].winch.max_length must exceed min_length, got 3");
  solver::Model model = hanging_weight(pulling(1.0));
  model.inputs = {{"pull", solver::LoadDrive{"winch"}}};
  Simulation simulation(model);
  const double force = -2.0;
  CHECK_THROWS_WITH(simulation.write_input(0, 0, {&force, 1}),
                    "input 'pull': force of winch 'winch' must not be negative, got -2");
  model.inputs = {{"pull", solver::LoadDrive{"which"}}};
  CHECK_THROWS_WITH(Simulation(model),
                    "inputs[0].load_drive must name a winch of the model, got 'which'");
}

TEST_CASE("winch of constant tension: it pays out above render_force, no faster than its limit",
          "[solver][loads][winch]") {
  solver::Winch winch = hauling(0.0);
  winch.render_force = 12.0;
  winch.speed_limit = 0.3;
  SECTION("a weight that is more falls on it with the speed of the drum and swings") {
    // As one that is paid out at .3 m/s, whose tension stays above 20 - .3 k/w = 14 N.
    winch.length = 5.0 - kMass * kRoundGravity / winch.stiffness;
    Simulation simulation(hanging_weight(winch));
    run(simulation, 2.0);
    const double w = std::sqrt(winch.stiffness / kMass);
    const double stretch = kMass * kRoundGravity / winch.stiffness - 0.3 / w * std::sin(w * 2.0);
    CHECK(std::abs(depth(simulation) - (*winch.length + 0.6 + stretch)) < 1e-6);
    CHECK(read_number(simulation, "winch.length") == Approx(*winch.length + 0.6).epsilon(1e-13));
    CHECK(read_number(simulation, "winch.speed") == -0.3);
  }
  SECTION("below its limit it keeps the force, and the line's length is kept while less pulls") {
    winch.length = 5.0 - 12.0 / winch.stiffness;  // the weight falls with 10 - 12/2 = 4 m/s2
    winch.speed_limit = 2.0;
    Simulation simulation(hanging_weight(winch));
    run(simulation, 0.4);
    CHECK(depth(simulation) == Approx(5.0 + 0.5 * 4.0 * 0.16).epsilon(1e-12));
    CHECK(read_number(simulation, "winch.tension") == Approx(12.0).epsilon(1e-11));
    CHECK(read_number(simulation, "winch.speed") == Approx(-1.6).epsilon(1e-11));
    run(simulation, 1.0);  // beyond .5 s the drum is at its limit
    CHECK(read_number(simulation, "winch.speed") == -2.0);
    CHECK(read_number(simulation, "winch.tension") > 12.0);
  }
}

TEST_CASE("winch of constant tension: it hauls in below recover_force, and holds in between",
          "[solver][loads][winch]") {
  solver::Winch winch = hauling(0.0);
  winch.recover_force = 26.0;
  winch.speed_limit = 0.3;
  winch.length = 5.0 - kMass * kRoundGravity / winch.stiffness;
  solver::Model model = hanging_weight(winch);
  model.stepper = GENERATE(solver::StepperKind::kRungeKutta4, solver::StepperKind::kMidpoint,
                           solver::StepperKind::kSpook, solver::StepperKind::kMoreauJean);
  Simulation lifting(model);
  run(lifting, 2.0);
  // Up to 26 N in the swing, above which the drum stands still for a moment.
  CHECK(read_number(lifting, "winch.length") == Approx(*winch.length - 0.6).epsilon(0.01));
  const solver::State saved = solver::deserialize(serialize(lifting.state()));
  run(lifting, 1.0);
  const solver::State end = lifting.state();
  lifting.restore(saved);
  run(lifting, 1.0);
  CHECK(identical(lifting.state(), end));

  winch.recover_force = 15.0;
  winch.render_force = 25.0;
  model.loads[0].kind.get<solver::Winch>() = winch;
  Simulation resting(model);
  run(resting, 2.0);
  CHECK(read_number(resting, "winch.length") == *winch.length);
  CHECK(depth(resting) == Approx(5.0).epsilon(1e-12));
}

TEST_CASE("winch with a force and a speed limit: it comes to the force as fast as it can",
          "[solver][loads][winch]") {
  solver::Winch winch = pulling(26.0);
  winch.speed_limit = 0.05;
  winch.length = 5.0;  // slack at first
  Simulation simulation(hanging_weight(winch));
  simulation.step();
  CHECK(read_number(simulation, "winch.length") == Approx(5.0 - 0.0005).epsilon(1e-13));
  CHECK(read_number(simulation, "winch.speed") == 0.05);
}

TEST_CASE("winch of constant tension: what is refused", "[solver][loads][winch]") {
  solver::Winch winch = hauling(0.0);
  winch.recover_force = 30.0;
  winch.render_force = 20.0;
  winch.force_limit = 15.0;
  CHECK_THROWS_WITH(
      Simulation(hanging_weight(winch)),
      Catch::Contains("loads[0].winch.recover_force must not exceed render_force or force_limit, "
                      "got 30") &&
          Catch::Contains("loads[0].winch.render_force must not exceed force_limit, got 20"));
  winch = pulling(10.0);
  winch.render_force = 20.0;
  CHECK_THROWS_WITH(Simulation(hanging_weight(winch)),
                    "loads[0].winch.render_force must be omitted where a force is given, got 20");
}
