#pragma once

#include <array>

#include "solver/dynamics/steppers/held_constraints.hpp"
#include "solver/dynamics/steppers/stepper.hpp"

namespace raftup::solver {

/// Classical Runge-Kutta method of order 4 on poses and momenta [world frame]. Attitudes advance by
/// rotation vectors theta [rad] in R = exp(theta) R(t_n) (Munthe-Kaas), so that they remain unit
/// quaternions and the order is 4. The stages of the last step are stored, but no step depends on
/// them.
/// @source Kutta (1901); on rotations Munthe-Kaas (1999)
class RungeKutta4 final : public Stepper {
 public:
  /// @param step time step h [s]
  RungeKutta4(MultibodySystem& system, double step);

  StepStart::Known needs() const override { return StepStart::Known::kReactions; }
  void compute(const StepStart& start, const State& state) override;

  const Kinematics& end() const override { return end_; }
  std::span<const Vector6> last_accelerations() const override { return accelerations_; }

 private:
  using Weights = std::array<double, 4>;
  struct Rate {
    Vector3 position, theta;
    Vector6 momentum;
  };

  void combine(const Kinematics& start, const Weights& weights, const StageConditions& conditions,
               Kinematics& result);
  /// Computes dp/dt [N, N m, world axes] at stage_: the loads, the constraints and the change of
  /// the added mass of loads.
  void compute_momentum_rates(const StageTime& at, const State& state);
  void add_stage(std::size_t stage, const Kinematics& at, const BodyVectors& momentum_rates);

  MultibodySystem& system_;
  HeldConstraints constraints_;
  double step_;
  std::array<std::vector<Rate>, 4> rates_;
  /// Rotation vectors of the poses that combine() computed last [rad].
  std::vector<Vector3> theta_;
  Kinematics stage_, end_;
  Forces forces_;
  BodyVectors momentum_rates_;
  /// Accelerations of the last evaluation [m/s2, rad/s2]; empty if no added mass is lumped.
  BodyVectors accelerations_;
  BodyVectors inertia_;  ///< scratch: accelerations of a stage [m/s2, rad/s2]
};

}  // namespace raftup::solver
