#pragma once

#include <memory>
#include <vector>

#include "solver/loads/hydrodynamics/hydrodynamic_forces.hpp"
#include "solver/water/groups/group_memories.hpp"
#include "solver/water/groups/pair_configuration.hpp"

namespace raftup::solver {

/// Radiation force mu [N, N m, hydro frames] of two bodies with a family of databases:
///   mu = sum_k s_k(t) y_k,  y_k = K_k * (s_k nu),  s_k = sqrt(w_k(q)).
/// With the square root on both sides, int nu^T mu dt = sum_k int (s_k nu)^T K_k * (s_k nu) dt >= 0
/// for any motion of the bodies and any passive kernels K_k; for bodies at rest it is the convex
/// blend. Nodes with equal radiation are treated as one, with the sum of their weights. A node
/// begins at rest with weight 0; a node without weight goes on without input until its memory has
/// decayed to kFaded of its peak.
class BlendedRadiation final : public ForceElement {
 public:
  /// Share of its largest magnitude [N, N m] below which the memory of a node without weight is
  /// dropped. The change of the force is then near the rounding of what the node contributed.
  /// Chosen, not swept.
  static constexpr double kFaded = 1e-12;

  /// @param memories of this family
  /// @param place    of the group in State::node_memories
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
    bool remembers = false;   ///< true if it has a state at the start of the prepared step
    hydro::StageTails tails;  ///< of the prepared step
  };

  /// s_k of every node; 0 for nodes whose radiation equals that of an earlier one.
  VectorXd roots(const Kinematics& bodies) const;
  bool is_mine(const NodeMemory& memory) const { return memory.group == place_; }

  GroupMotion motion_;
  PairConfiguration configuration_;
  std::vector<std::size_t> radiates_as_;  ///< by PairConfiguration::place_of()
  std::vector<Node> nodes_;
  std::size_t place_;
  VectorXd nu_, mu_, input_, output_;  ///< scratch, 6N
  VectorXd end_velocities_;            ///< of the finished step
  VectorXd end_roots_;                 ///< square roots of the weights at the end of the step
};

}  // namespace raftup::solver
