#pragma once

#include <memory>
#include <vector>

#include "solver/loads/hydrodynamics/hydrodynamic_forces.hpp"
#include "solver/water/groups/family_configuration.hpp"
#include "solver/water/groups/group_memories.hpp"

namespace raftup::solver {

/// Radiation force mu [N, N m, hydro frames] of bodies with a family of databases:
///   mu = sum_k s_k(t) y_k,  y_k = K_k * (s_k nu),  s_k = sqrt(w_k(q)),
/// with nu the velocities, K_k the retardation kernel of node k and w_k its weight. With the square
/// root both before and after the convolution (*),
///   int nu^T mu dt = sum_k int (s_k nu)^T K_k * (s_k nu) dt >= 0
/// for any motion of the bodies and any passive kernels K_k. For bodies at rest mu is the convex
/// blend of the forces of the nodes. Nodes with equal radiation data are treated as one node with
/// the sum of their weights. The memory of a node begins at rest when its weight becomes positive.
/// When its weight is 0 again, the memory continues without input until it has decayed to kFaded of
/// its peak.
class BlendedRadiation final : public ForceElement {
 public:
  /// If the weight of a node is 0, its memory is dropped when its largest value is below this share
  /// of the peak. The resulting change of the force is near the rounding error of the node's former
  /// contribution. The value was chosen and not varied.
  static constexpr double kFaded = 1e-12;

  /// @param memories memories of the nodes of this family
  /// @param place index of the group in State::node_memories
  BlendedRadiation(const Model& model, const HydrodynamicGroup& group, const GroupMotion& motion,
                   const GroupMemories& memories, std::size_t place);

  void initialize(const Kinematics& bodies, State& state) const override;
  void prepare(const StepTimes& times, const State& state, const Kinematics& bodies) override;
  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  void finish(const StageConditions& conditions, const Kinematics& bodies) override;
  void commit(State& state) noexcept override;

 private:
  struct Node {
    std::shared_ptr<const hydro::RadiationMemory> memory;
    InstantaneousRadiation instantaneous;
    bool remembers = false;   ///< true if it has a memory at the start of the prepared step
    hydro::StageTails tails;  ///< contributions of the past in the prepared step
  };

  /// Returns s_k of every node; 0 for a node whose radiation data equal those of an earlier node.
  VectorXd roots(const Kinematics& bodies) const;
  bool is_mine(const NodeMemory& memory) const { return memory.group == place_; }

  GroupMotion motion_;
  FamilyConfiguration configuration_;
  /// The first node with equal radiation data, by FamilyConfiguration::place_of().
  std::vector<std::size_t> radiates_as_;
  std::vector<Node> nodes_;
  std::size_t place_;
  VectorXd nu_, mu_, input_, output_;  ///< scratch memory, 6 values per body
  VectorXd end_velocities_;            ///< velocities at the end of the step [m/s, rad/s]
  VectorXd end_roots_;                 ///< s_k at the end of the step
};

}  // namespace raftup::solver
