#pragma once

#include <array>

#include "solver/dynamics/steppers/held_constraints.hpp"
#include "solver/dynamics/steppers/stepper.hpp"

namespace raftup::solver {

/// Classical Runge-Kutta of order 4 on poses and momenta. Attitudes advance by rotation vectors
/// theta in R = exp(theta) R(t_n) (Munthe-Kaas), so that they stay unit and order 4 holds.
/// It keeps the stages of the last step; nothing carries over to the next.
/// @source Kutta (1901); on rotations Munthe-Kaas (1999)
class RungeKutta4 final : public Stepper {
 public:
  /// @param step h [s]
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

  void combine(const Kinematics& start, const Weights& weights, Kinematics& result);
  /// dp/dt of the loads at stage_, with what constraints and the inertia of water do.
  void compute_momentum_rates(const StageTime& at, const State& state);
  void add_stage(std::size_t stage, const Kinematics& at, const BodyVectors& momentum_rates);

  MultibodySystem& system_;
  HeldConstraints constraints_;
  double step_;
  std::array<std::vector<Rate>, 4> rates_;
  std::vector<Vector3> theta_;  ///< of the pose that combine() made last
  Kinematics stage_, end_;
  Forces forces_;
  BodyVectors momentum_rates_;
  BodyVectors accelerations_;  ///< of the last evaluation; empty where no added mass is lumped
  BodyVectors inertia_;        ///< scratch: accelerations of a stage
};

}  // namespace raftup::solver
