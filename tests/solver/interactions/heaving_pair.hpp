/// @file The two-body pair of docs/reference/physics.md 3 whose added mass exceeds its mass,
/// rho(M^-1 A) = 1.011, moved with its added mass coupled, lumped and as a force of the step
/// before.
#pragma once

#include "solver/model/loads/linear_mooring.hpp"
#include "tests/support/free_motion.hpp"
#include "tests/support/simulations.hpp"

namespace raftup::testing {

/// Two bodies on springs that move in heave only, the first released 1 m up.
class HeavingPair {
 public:
  static Eigen::Matrix2d mass() { return Eigen::Vector2d(1.0e6, 0.6e6).asDiagonal(); }
  static Eigen::Matrix2d stiffness() { return Eigen::Vector2d(3.0e6, 2.0e6).asDiagonal(); }
  static Eigen::Matrix2d added_mass() {
    Eigen::Matrix2d A;
    A << 1.0e6, -0.0085e6, -0.0085e6, 0.6e6;
    return A;
  }

  /// With all that the bodies need but their added mass.
  static solver::Model dry_model(double step) {
    constexpr std::array<bool, 6> kHeaveOnly{false, false, true, false, false, false};
    solver::Model model;
    model.step_ns = nanoseconds(step);
    model.bodies = {
        weightless_body("a", mass()(0, 0), Vector3::Constant(1e7), {0, 0, 1}, kHeaveOnly),
        weightless_body("b", mass()(1, 1), Vector3::Constant(1e7), {30, 0, 0}, kHeaveOnly)};
    const Vector6 heave = Vector6::Unit(2);
    model.loads = {mooring("spring_a", "a", stiffness()(0, 0) * heave, Vector6::Zero()),
                   mooring("spring_b", "b", stiffness()(1, 1) * heave, Vector6::Zero())};
    model.loads[0].kind.get<solver::LinearMooring>().rest_pose = solver::Pose{};
    return model;
  }

  static solver::Model wet_model(double step, solver::AddedMassMode mode) {
    solver::Model model = dry_model(step);
    solver::AddedMassInteraction pair;
    pair.name = "pair";
    pair.body1 = "a";
    pair.body2 = "b";
    pair.blocks.body1(2, 2) = added_mass()(0, 0);
    pair.blocks.body2(2, 2) = added_mass()(1, 1);
    pair.blocks.off_diagonal(2, 2) = added_mass()(0, 1);
    pair.mode = mode;
    model.added_mass_interactions = {pair};
    return model;
  }

  /// z(t) from the generalised eigenproblem K x = omega^2 (M + A) x.
  static Eigen::Vector2d exact(double time) {
    return free_motion(mass() + added_mass(), stiffness(), Eigen::Vector2d(1.0, 0.0), time);
  }

  /// Heave of body a after every step.
  static std::vector<double> heave(
      double step, double duration, solver::AddedMassMode mode,
      solver::StepperKind stepper = solver::StepperKind::kRungeKutta4) {
    solver::Model model = wet_model(step, mode);
    model.stepper = stepper;
    solver::Simulation simulation(model);
    std::vector<double> z{1.0};
    for (long i = 0; i < std::lround(duration / step); ++i) {
      simulation.step();
      z.push_back(read_output(simulation, "a.position")[2]);
    }
    return z;
  }

  /// The same with added mass outside of the solver, as clients of a rigid-body code are tempted to
  /// do it: a force -A a of the accelerations that the last step ended with. Ends where the heave
  /// passes `limit` [m].
  static std::vector<double> heave_with_lagged_force(double step, double duration, double limit) {
    solver::Model model = dry_model(step);
    model.inputs = {{"water_a", solver::ExternalForce{"a"}},
                    {"water_b", solver::ExternalForce{"b"}}};
    solver::Simulation simulation(model);
    std::vector<double> z{1.0};
    Eigen::Vector2d acceleration = -(mass() + added_mass()).inverse() * stiffness().col(0);
    for (long i = 0; i < std::lround(duration / step) && std::abs(z.back()) <= limit; ++i) {
      const Eigen::Vector2d force = -added_mass() * acceleration;
      for (const std::size_t body : {0U, 1U}) {
        const Vector6 wrench = force[static_cast<Eigen::Index>(body)] * Vector6::Unit(2);
        simulation.write_input(body, simulation.time_ns(), {wrench.data(), 6});
      }
      simulation.step();
      z.push_back(read_output(simulation, "a.position")[2]);
      acceleration = {read_output(simulation, "a.linear_acceleration")[2],
                      read_output(simulation, "b.linear_acceleration")[2]};
    }
    return z;
  }
};

}  // namespace raftup::testing
