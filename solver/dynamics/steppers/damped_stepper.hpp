#pragma once

#include "solver/dynamics/steppers/held_constraints.hpp"
#include "solver/dynamics/steppers/stepper.hpp"
#include "solver/model/bodies/rigid_body.hpp"

namespace raftup::solver {

/// The damping matrix of the velocity damping of a body in the limit of small steps. The damping
/// force is -d nu, with nu the twist of the body in body axes at the center of mass [m/s, rad/s].
/// The matrix is d = (D M + M D) / 2 [kg/s, kg m2/s], with D the damping coefficients [1/s] and M
/// the mass matrix including the mass and inertia coefficients of the body.
/// @returns d
Matrix6 velocity_damping(const RigidBody& body);

/// Applies velocity damping as the last operation of every step of another stepper. With M' = M
/// diag(1 + D h) in body axes in place of the mass matrix M, and D the damping coefficients [1/s],
/// the system matrix W' = W + M' - M gives
///   W' v' = p + G^T lambda,  G v' = target speeds,  then p' = W' v'.
/// The velocity of a free body is therefore v_k = v_0 / (1 + D h)^k after k steps. An inertia
/// tensor I that is not diagonal becomes S I S, S = diag(1 + D h)^(1/2), which is symmetric and
/// equals I diag(1 + D h) if I is diagonal.
class DampedStepper final : public Stepper {
 public:
  /// True if any body of the model has velocity damping.
  static bool has_damping(const Model& model);

  /// @param stepper      the stepper that is damped; not null
  /// @param system       of `model`
  /// @param added_masses of `model`
  DampedStepper(std::unique_ptr<Stepper> stepper, MultibodySystem& system, const Model& model,
                std::vector<AddedMass> added_masses);

  StepStart::Known needs() const override { return stepper_->needs(); }
  void compute(const StepStart& start, const State& state) override;
  const Kinematics& end() const override { return end_; }
  const VectorXd* multipliers() const override { return stepper_->multipliers(); }
  std::span<const Vector6> last_accelerations() const override {
    return stepper_->last_accelerations();
  }
  std::span<const MachineState> machines() const override { return stepper_->machines(); }

 private:
  std::unique_ptr<Stepper> stepper_;
  MultibodySystem& system_;
  Masses damped_;  ///< the system matrix W', with M' in place of M
  ConstraintSet constraints_;
  HeldConstraints held_;
  Kinematics end_;
};

}  // namespace raftup::solver
