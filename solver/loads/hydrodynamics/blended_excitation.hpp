#pragma once

#include "hydro/excitation/family_excitation.hpp"
#include "solver/loads/base/force_element.hpp"
#include "solver/loads/hydrodynamics/group_poses.hpp"
#include "solver/water/groups/pair_configuration.hpp"

namespace raftup::solver {

/// Forces of the sea of a model over a family of databases, sum_k w_k(q) F_k: what BlendedForce
/// gives, but for rounding, with what the nodes share of the sums over the components formed once.
class BlendedExcitation final : public ForceElement {
 public:
  /// Whether the group has a family, and the sea is the only wave there is and has something to
  /// share.
  static bool is_of_use(const Model& model, const HydrodynamicGroup& group);

  BlendedExcitation(const Model& model, const HydrodynamicGroup& group, const GroupPoses& poses);

  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;

 private:
  GroupPoses group_;
  PairConfiguration configuration_;
  hydro::FamilyExcitation excitation_;
  VectorXd force_, sum_;  ///< scratch, 6N
};

}  // namespace raftup::solver
