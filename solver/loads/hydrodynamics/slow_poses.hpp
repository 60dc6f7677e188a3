#pragma once

#include <vector>

#include "solver/loads/base/force_element.hpp"
#include "solver/loads/base/low_pass.hpp"
#include "solver/loads/hydrodynamics/group_poses.hpp"

namespace raftup::solver {

/// Computes the slow poses of the bodies of a hydrodynamic group, at which GroupPoses evaluates the
/// wave forces: x, y [m] and heading [rad], passed through a LowPass. The element exerts no force;
/// it only advances the filters from step to step. They are advanced by the trapezoidal rule, so
/// that the order of a stepper is at most 2 with them.
class SlowPoses final : public ForceElement {
 public:
  /// @param poses poses of a group for which HydrodynamicGroup::has_slow_poses() is true
  /// @param cutoff cutoff frequency of the filters [rad/s]
  SlowPoses(const GroupPoses& poses, double cutoff);

  /// Sets the filters to the steady state at the initial poses.
  void initialize(const Kinematics& bodies, State& state) const override;
  void add(const StageConditions& /*conditions*/, const Kinematics& /*bodies*/,
           Forces& /*forces*/) override {}
  void finish(const StageConditions& conditions, const Kinematics& bodies) override;
  void commit(State& state) noexcept override;

 private:
  std::vector<GroupPoses::Member> members_;
  LowPass filter_;
  /// States of the filters at the end of the step, one per member.
  std::vector<std::vector<double>> at_end_;
};

}  // namespace raftup::solver
