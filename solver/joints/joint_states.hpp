#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "solver/joints/joint_constraint.hpp"
#include "solver/model/state.hpp"

namespace raftup::solver {

/// The states of the joints of a model at t = 0 and in the present step, and which of their drives
/// act in it.
class JointStates {
 public:
  /// For each joint and drive 1 if the drive is switched off, else 0.
  using Switches = std::vector<std::vector<std::uint8_t>>;

  /// Adds a joint with its state at t = 0; its drives act as the description says.
  void add(const Joint& joint, JointState initial);
  /// Finds the inputs of a model that command or switch the joints added.
  void find_inputs(const Model& model);

  /// Sets the present state of a joint; its drives act as at t = 0.
  /// @returns true if a command of its drives has changed
  bool set(std::size_t joint, const JointState& state) noexcept;
  /// Replaces commands and switches by the inputs of the model, which are constant through a step.
  /// @param step_start start of the step [s]
  /// @returns true if a command may have changed
  bool apply(const std::vector<InputSeries>& inputs, double step_start);

  /// States of the joints at t = 0, in the order of the model.
  const std::vector<JointState>& initial() const { return initial_; }
  const JointState& of(std::size_t joint) const { return present_[joint]; }
  /// True if a joint is enabled and, unless `drive` is empty, the drive of it acts.
  bool acts(std::size_t joint, std::optional<std::size_t> drive) const {
    return present_[joint].enabled && (!drive || off_[joint][*drive] == 0);
  }
  /// The conditions of the drives of a joint in the present step.
  /// @param elapsed time since its start [s]
  DriveConditions conditions(std::size_t joint, double elapsed = 0.0) const {
    const JointState& state = present_[joint];
    return {state.commands, state.angles, state.forces, off_[joint], elapsed};
  }

  const Switches& switches() const { return off_; }
  /// @param off switches of the same joints
  void set_switches(Switches off) { off_ = std::move(off); }

 private:
  /// An input of the model that sets the command of a drive of a joint or switches it or, if
  /// `drive` is empty, enables and disables the joint.
  struct JointInput {
    std::size_t input, joint;
    std::optional<std::size_t> drive;
    bool switches = false;
  };

  std::vector<JointState> initial_, present_;
  Switches off_at_first_, off_;
  std::vector<JointInput> inputs_;
};

}  // namespace raftup::solver
