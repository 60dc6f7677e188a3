#pragma once

#include "solver/joints/joint_reaction.hpp"
#include "solver/steppers/held_constraints.hpp"

namespace raftup::solver {

/// The instant at which the next step starts. What a step and the outputs both need of it is
/// computed when first asked for and kept until the instant changes, so that reading a force costs
/// nothing that the step would not have to do anyway.
class StepStart {
 public:
  /// Index in the state of each body, group, joint and load of the system.
  struct Places {
    std::vector<std::size_t> bodies, groups, joints, loads;
  };

  /// @param by_impulses  multipliers are those of the last step, in the state, instead of those
  ///                     that hold the constraints now
  StepStart(MultibodySystem& system, Places places, bool by_impulses);

  /// Moves to the state; velocities are taken from it.
  void move_to(const State& state, const StepTimes& times) noexcept;

  /// Forgets what depends on the inputs.
  void inputs_changed() noexcept;

  /// Makes the moving bodies follow when velocities of kinematic ones have changed at once: their
  /// momenta stay but for the impulses of joints.
  const Kinematics& settle();

  const StepTimes& times() const { return times_; }
  const ConstraintSet& constraints() const { return system_.constraints(); }

  /// What follows is computed from `state`, the one that the instant was moved to.
  const Kinematics& bodies(const State& state);
  const Forces& forces(const State& state);
  /// dp/dt of the loads alone, and with what the constraints do that a smooth stepper holds.
  const BodyVectors& free_momentum_rates(const State& state);
  const BodyVectors& momentum_rates(const State& state);
  /// Multipliers of the constraints, one per row [N, N m].
  const VectorXd& multipliers(const State& state);
  /// State of a joint of the system.
  const JointState& joint_state(std::size_t joint, const State& state) const {
    return state.joints[places_.joints[joint]];
  }
  std::span<const double> joint_multipliers(std::size_t joint, const State& state);
  /// Force and moment of a joint and its drives on body 1 (side 0) or 2, world axes.
  Vector6 joint_wrench(std::size_t joint, std::size_t side, TorqueAbout about, const State& state);
  const BodyVectors& accelerations(const State& state);
  /// Puts others in their place until the instant changes, to see what outputs make of them.
  void assume_accelerations(const BodyVectors& accelerations);
  const BodyVectors& added_mass_forces(const State& state);
  const BodyVectors& total_forces(const State& state);

 private:
  void place_bodies(const State& state) noexcept;
  void apply_inputs(const State& state);
  void apply_gains(const State& state);
  void apply_motions(const State& state);
  void compute_forces(const State& state);
  void compute_reactions(const State& state);
  void compute_accelerations(const State& state);

  MultibodySystem& system_;
  Places places_;
  bool by_impulses_;
  HeldConstraints constraints_;
  VectorXd multipliers_;
  StepTimes times_;
  Kinematics bodies_;
  Forces forces_;
  BodyVectors free_momentum_rates_, momentum_rates_, last_accelerations_, accelerations_,
      added_mass_forces_, reactions_, total_forces_;
  bool prepared_ = false;  ///< the system, for the step that starts here
  bool inputs_applied_ = false;
  bool forces_known_ = false;
  bool reactions_known_ = false;
  bool accelerations_known_ = false;
};

}  // namespace raftup::solver
