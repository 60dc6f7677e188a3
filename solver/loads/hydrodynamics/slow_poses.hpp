#pragma once

#include <vector>

#include "solver/loads/base/force_element.hpp"
#include "solver/loads/base/low_pass.hpp"
#include "solver/loads/hydrodynamics/group_poses.hpp"

namespace raftup::solver {

/// The slow poses of the bodies of a hydrodynamic group, at which GroupPoses meets the waves: x, y
/// [m] and heading [rad] through a LowPass. The element has no force; it carries the filters from
/// step to step. They advance by the trapezoidal rule, so that a stepper has at most order 2 in
/// them.
class SlowPoses final : public ForceElement {
 public:
  /// @param poses  of a group for which HydrodynamicGroup::has_slow_poses()
  /// @param cutoff of the filters [rad/s]
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
  std::vector<std::vector<double>> at_end_;  ///< one per member
};

}  // namespace raftup::solver
