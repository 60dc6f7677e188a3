#pragma once

#include "solver/multibody_system.hpp"

namespace raftup::solver {

/// The instant at which the next step starts. What a step and the outputs both need of it is
/// computed when first asked for and kept until the instant changes, so that reading a force costs
/// nothing that the step would not have to do anyway.
class StepStart {
 public:
  /// @param bodies index in the state of each body of the system, @param groups of each group
  StepStart(MultibodySystem& system, std::vector<std::size_t> bodies,
            std::vector<std::size_t> groups);

  /// Moves to the state; velocities are taken from it.
  void move_to(const State& state, const StepTimes& times) noexcept;

  /// Forgets what depends on the inputs.
  void inputs_changed() noexcept { forces_known_ = accelerations_known_ = false; }

  const StepTimes& times() const { return times_; }
  const Kinematics& bodies() const { return bodies_; }

  /// The rest is computed from `state`, the one that the instant was moved to.
  const Forces& forces(const State& state);
  const BodyVectors& momentum_rates(const State& state);
  const BodyVectors& accelerations(const State& state);
  const BodyVectors& added_mass_forces(const State& state);
  const BodyVectors& total_forces(const State& state);

 private:
  void compute_forces(const State& state);
  void compute_accelerations(const State& state);

  MultibodySystem& system_;
  std::vector<std::size_t> body_indices_, group_indices_;
  StepTimes times_;
  Kinematics bodies_;
  Forces forces_;
  BodyVectors momentum_rates_, accelerations_, added_mass_forces_, total_forces_;
  bool prepared_ = false;  ///< the system, for the step that starts here
  bool forces_known_ = false;
  bool accelerations_known_ = false;
};

}  // namespace raftup::solver
