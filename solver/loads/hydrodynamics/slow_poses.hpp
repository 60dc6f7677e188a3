#pragma once

#include <vector>

#include "solver/loads/base/force_element.hpp"
#include "solver/loads/base/low_pass.hpp"
#include "solver/loads/hydrodynamics/group_poses.hpp"

namespace raftup::solver {

/// The slow poses of the bodies of a hydrodynamic group, where GroupPoses meets the waves: x, y and
/// heading through a LowPass. It has no force, it carries their filters from step to step; they
/// move on by the trapezoidal rule, so that a stepper's order in them is 2 at most.
class SlowPoses final : public ForceElement {
 public:
  /// @param poses of a group that HydrodynamicGroup::has_slow_poses()
  SlowPoses(const GroupPoses& poses, double cutoff);

  /// Filters that have always been where the bodies are.
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
