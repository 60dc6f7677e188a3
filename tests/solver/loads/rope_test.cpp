/// @file Ropes over pulleys against Euler's friction, their energy and mechanics.
#include "solver/model/loads/rope.hpp"

#include "solver/model/loads/winch.hpp"
#include "tests/solver/linearisation/linearised.hpp"
#include "tests/support/simulations.hpp"

using namespace raftup;
using namespace raftup::testing;
using solver::Simulation;

namespace {

/// Two bodies below a pulley of the world at the origin, the first moved down at 2 m/s.
solver::Model over_pulley(double friction) {
  solver::Model model;
  model.step_ns = nanoseconds(0.01);
  model.bodies = {weightless_body("driven", 1.0, {1, 1, 1}, {0, 0, -4}),
                  weightless_body("weight", 50.0, {1, 1, 1}, {0, 0, -10})};
  model.bodies[0].motion = solver::Motion::kKinematic;
  model.bodies[0].linear_velocity = {0, 0, -2};
  model.bodies[1].linear_velocity = {0, 0, 2};
  solver::Rope rope;
  rope.points = {{"driven"}, {"", Vector3::Zero(), friction}, {"weight"}};
  rope.stiffness = 4e4;
  rope.damping = 500.0;
  rope.rest_length = 13.9;
  model.loads = {{"rope", rope}};
  return model;
}

solver::Rope& rope_of(solver::Model& model) { return model.loads[0].kind.get<solver::Rope>(); }

}  // namespace

TEST_CASE("rope: half a turn around a pulley with mu = .3, and turns more on a bollard",
          "[solver][loads][rope]") {
  solver::Model model = over_pulley(0.3);
  Simulation simulation(model);
  CHECK(read_number(simulation, "rope.first_tension") /
            read_number(simulation, "rope.last_tension") ==
        Approx(2.566332395).epsilon(1e-9));
  CHECK(read_number(simulation, "rope.tension") == Approx(4e4 * 0.1).epsilon(1e-9));
  CHECK(read_output(simulation, "rope.force")[2] ==
        Approx(read_number(simulation, "rope.first_tension")).epsilon(1e-13));

  rope_of(model).points[1].further_turns = 1.0;
  model.bodies[0].linear_velocity.z() = 2.0;  // back: the last end is drawn
  model.bodies[1].linear_velocity.z() = -2.0;
  Simulation bollard(model);
  CHECK(read_number(bollard, "rope.last_tension") / read_number(bollard, "rope.first_tension") ==
        Approx(std::exp(0.3 * 3.0 * kPi)).epsilon(1e-9));
}

TEST_CASE("rope without friction: a weight that another draws up over a pulley",
          "[solver][loads][rope]") {
  // Atwood's machine: the heavier falls with g (m1 - m2)/(m1 + m2) but for the swing of the rope.
  solver::Model model = over_pulley(0.0);
  model.gravity = 10.0;
  model.bodies[0] = weightless_body("driven", 70.0, {1, 1, 1}, {0, 0, -4});
  for (solver::RigidBody& body : model.bodies) {
    body.gravity = true;
    body.linear_velocity.setZero();
  }
  rope_of(model).rest_length = 14.0 - 2.0 * 70.0 * 50.0 / 120.0 * 10.0 / 4e4;
  model.stepper = GENERATE(solver::StepperKind::kRungeKutta4, solver::StepperKind::kMidpoint,
                           solver::StepperKind::kSpook, solver::StepperKind::kMoreauJean);
  Simulation simulation(model);
  run(simulation, 1.0);
  const bool of_order_1 = *model.stepper == solver::StepperKind::kSpook;
  const double fallen = 0.5 * 10.0 * 20.0 / 120.0;
  CHECK(read_output(simulation, "driven.position")[2] ==
        Approx(-4.0 - fallen).epsilon(of_order_1 ? 2e-3 : 1e-8));
  CHECK(read_number(simulation, "rope.tension") == Approx(2.0 * 70.0 * 50.0 / 120.0 * 10.0));
  const solver::State saved = simulation.state();
  run(simulation, 0.3);
  const solver::State end = simulation.state();
  simulation.restore(saved);
  run(simulation, 0.3);
  CHECK(identical(simulation.state(), end));
}

TEST_CASE("rope: friction and damping take out what the ends put in and elasticity does not keep",
          "[solver][loads][rope]") {
  solver::Model model = over_pulley(0.3);
  rope_of(model).points = {{"driven", {0.1, 0, 0}},
                           {"", {1, 0, 0}, 0.2},
                           {"weight", {0.2, 0.1, 0}, 0.4},
                           {"", {-1, 3, 1}}};
  rope_of(model).rest_length = 10.0;
  rope_of(model).stiffness = 400.0;
  rope_of(model).damping = 20.0;
  rope_of(model).slip_speed = 0.5;
  model.bodies[0].motion = solver::Motion::kDynamic;
  model.bodies[0].mass = 50.0;
  Simulation simulation(model);
  for (int i = 0; i < 100; ++i) {
    simulation.step();
    CHECK(read_number(simulation, "energy.power") <= 1e-9);
  }
  CHECK(read_number(simulation, "energy.power") < -1.0);
}

TEST_CASE("rope: slack pulls at nothing", "[solver][loads][rope]") {
  solver::Model model = over_pulley(0.3);
  rope_of(model).rest_length = 14.5;
  Simulation simulation(model);
  CHECK(read_number(simulation, "rope.tension") == 0.0);
  CHECK(read_output(simulation, "rope.force").isZero(0.0));
}

TEST_CASE("rope: what is refused", "[solver][loads][rope]") {
  solver::Model model = over_pulley(0.3);
  rope_of(model).points = {{""}, {"buoy"}};
  CHECK_THROWS_WITH(Simulation(model),
                    "loads[0].rope.points[1].body must name a body of the model, got 'buoy'");
  rope_of(model).points = {{"", Vector3::Zero(), 0.1}};
  CHECK_THROWS_WITH(
      Simulation(model),
      Catch::Contains("loads[0].rope.points must have at least two points, got 1") &&
          Catch::Contains("loads[0].rope.points must lie on a body, one at least, got the world") &&
          Catch::Contains("loads[0].rope.points[0].friction must be 0 where an end of the rope is "
                          "fast, got 0.1"));
}

TEST_CASE("rope: drawn by its points, and a winch by its ends, straight and with their tension",
          "[solver][loads][rope][linearisation]") {
  solver::Model model = over_pulley(0.0);
  model.bodies[0].motion = solver::Motion::kDynamic;
  for (solver::RigidBody& body : model.bodies) body.linear_velocity.setZero();
  solver::Winch winch;
  winch.body1 = "driven";
  winch.point2 = {3.0, 0.0, 0.0};  // 5 m from there
  winch.stiffness = 1e6;
  winch.length = 4.8;
  winch.speed = 0.2;
  model.loads.push_back({"winch", winch});
  const auto drawings = linearized(model, solver::OperatingPoint::kPresent).drawings();
  REQUIRE(drawings.size() == 2);
  using Rows = Eigen::Matrix<double, 5, Eigen::Dynamic>;
  const auto rows = [](const solver::Drawing& of) -> Rows {
    return Eigen::Map<const Rows>(of.values.data(), 5,
                                  static_cast<Eigen::Index>(of.values.size()) / 5);
  };
  Rows over(5, 3), straight(5, 2);
  over << 0.0, 13.9 / 14.0 * 4.0, 13.9,  //
      0.0, 0.0, 0.0,                     //
      0.0, 0.0, 0.0,                     //
      -4.0, 0.0, -10.0,                  //
      4e3, 4e3, 4e3;
  straight << 0.0, 4.8,  //
      0.0, 3.0,          //
      0.0, 0.0,          //
      -4.0, 0.0,         //
      2e5, 2e5;
  CHECK(drawings[0].subject == "rope");
  CHECK((rows(drawings[0]) - over).norm() < 1e-8);
  CHECK(drawings[1].subject == "winch");
  CHECK((rows(drawings[1]) - straight).norm() < 1e-8);
}
