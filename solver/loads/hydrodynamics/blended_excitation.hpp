#pragma once

#include "hydro/excitation/family_excitation.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/hydrodynamics/group_poses.hpp"
#include "solver/water/groups/family_configuration.hpp"

namespace raftup::solver {

/// Excitation forces of a model's sea [N, N m] on a group with a family of databases: sum_k w_k(q)
/// F_k, where F_k is the force with the database of node k and w_k its weight at the poses q. The
/// result equals that of BlendedForce up to rounding. Sums over wave components that are the same
/// for all nodes are computed once.
class BlendedExcitation final : public ForceElement {
 public:
  /// True if the group has a family of databases, no waves are streamed, and the nodes have sums
  /// over wave components in common.
  static bool is_of_use(const Model& model, const HydrodynamicGroup& group);

  BlendedExcitation(const Model& model, const HydrodynamicGroup& group, const GroupPoses& poses);

  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;

 private:
  GroupPoses group_;
  FamilyConfiguration configuration_;
  hydro::FamilyExcitation excitation_;
  VectorXd force_, sum_;  ///< scratch memory, 6 values per body
};

}  // namespace raftup::solver
