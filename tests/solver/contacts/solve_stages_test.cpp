// How friction is solved beside normal forces and joints.
#include "solver/contacts/solve_stages.hpp"

#include "solver/model/contacts/material.hpp"
#include "solver/nonsmooth/one_step/dense_matrix.hpp"
#include "tests/support/simulations.hpp"
#include "tests/support/touching_bodies.hpp"

using namespace raftup;
using namespace raftup::solver;
using namespace raftup::testing;

namespace {

constexpr double kRough = 0.4, kSolveStep = 0.01;
constexpr std::array kSolves{FrictionSolve::kDirect, FrictionSolve::kIterative,
                             FrictionSolve::kSplit, FrictionSolve::kDirectAndIterative};

Model block_on_slope(double angle, FrictionSolve solve) {
  Model model = stone_model(kRough, 0.0, kSolveStep);
  model.contact_materials[0].friction_solve = solve;
  add_ground(model, ramp(angle));
  add_solid(model, "block", Box{{1.0, 0.8, 0.4}}, 10.0,
            {0.2 * Vector3(std::sin(angle), 0.0, std::cos(angle)), on_ramp(angle)});
  return model;
}

double speed_down(const Simulation& simulation, double angle) {
  return simulation.state().bodies[0].velocity.head<3>().dot(
      Vector3(std::cos(angle), 0.0, -std::sin(angle)));
}

/// @returns how far what rests on a slope moves in a second [m]
double creep(Model model) {
  Simulation simulation(std::move(model));
  run(simulation, 0.5);
  const Vector3 settled = simulation.state().bodies[0].position;
  run(simulation, 1.0);
  return (simulation.state().bodies[0].position - settled).norm();
}

/// A block that a joint loads with nine times its own mass.
Model loaded_block(FrictionSolve solve) {
  Model model = block_on_slope(0.3, solve);
  model.bodies.push_back(model.bodies[0]);
  model.bodies[1].name = "load";
  model.bodies[1].mass *= 9.0;
  model.bodies[1].inertia *= 9.0;
  Joint lock;
  lock.name = "lock";
  lock.type = JointType::kLock;
  lock.body1 = "block";
  lock.body2 = "load";
  model.joints.push_back(lock);
  return model;
}

/// A point that is pressed by 2 and slips at (6, -.8) until it has friction, over unit masses.
nonsmooth::OneStepProblem pressed_point(bool square) {
  nonsmooth::OneStepProblem problem;
  problem.matrix = Vector3(2.0, 2.0, 2.0).asDiagonal();
  problem.offset = Vector3(-4.0, 6.0, -0.8);
  problem.lower = Vector3(0.0, -1e30, -1e30);
  problem.upper = Vector3(1e30, 1e30, 1e30);
  problem.cones = {{0, 2, 0.5, square}};
  return problem;
}

}  // namespace

TEST_CASE("solve types: a single point has the friction of its law", "[solve][analytic]") {
  for (const FrictionSolve solve : kSolves) {
    INFO(name_of(solve));
    for (const bool square : {false, true}) {
      const nonsmooth::OneStepProblem problem = pressed_point(square);
      const auto solution = solve_in_stages(problem, nonsmooth::DenseMatrix(problem),
                                            {{0, 3, solve}}, VectorXd::Zero(3), 1e-12);
      const Vector2 disc = -Vector2(6.0, -0.8).normalized();
      const Vector2 friction = square ? Vector2(-1.0, 0.4) : disc;
      CHECK(solution.multipliers.isApprox(Vector3(2.0, friction.x(), friction.y()), 1e-9));
    }
  }
}

TEST_CASE("solve types: against a joint friction gives way where it is split, and only there",
          "[contacts][friction][solve]") {
  for (const FrictionSolve solve : kSolves) {
    INFO(name_of(solve));
    Simulation simulation(loaded_block(solve));
    run(simulation, 2.0);
    const Vector3 settled = simulation.state().bodies[0].position;
    const Vector6 pull = (Vector6() << 40.0, 0.0, 0.0, 0.0, 0.0, 0.0).finished();
    for (int step = 0; step < 200; ++step) {
      simulation.add_wrench(1, pull);
      simulation.step();
    }
    const double moved = (simulation.state().bodies[0].position - settled).norm();
    // Sweeps do not know of the load, M, and find as friction on the block, m, what stops it alone:
    // a step takes m/(m + M) of the speed and gives as much force, until friction has grown by F.
    const double along = 40.0 * std::cos(0.3);
    const double gives_way = 9.0 * along / 100.0 * kSolveStep * kSolveStep;  // M/m F/(m + M) h^2
    if (solve == FrictionSolve::kSplit) {
      CHECK(moved == Approx(gives_way).epsilon(1e-3));
    } else {
      CHECK(moved < 1e-6);
    }
  }
}

TEST_CASE("solve types: a block on a slope sticks up to atan(mu) and slides beyond",
          "[contacts][friction][solve][analytic]") {
  const double edge = std::atan(kRough);
  for (const FrictionSolve solve : kSolves) {
    for (const StepperKind stepper : {StepperKind::kSpook, StepperKind::kMoreauJean}) {
      INFO(name_of(solve) << " " << name_of(stepper));
      Model sticking = block_on_slope(edge - 1e-2, solve);
      sticking.stepper = stepper;
      CHECK(creep(std::move(sticking)) < 1e-6);
      Model sliding = block_on_slope(0.7, solve);
      sliding.stepper = stepper;
      Simulation simulation(std::move(sliding));
      run(simulation, 0.2);
      const double before = speed_down(simulation, 0.7);
      run(simulation, 0.5);
      const double expected = kGravity * (std::sin(0.7) - kRough * std::cos(0.7));
      CHECK((speed_down(simulation, 0.7) - before) / 0.5 == Approx(expected).epsilon(1e-5));
    }
  }
}
