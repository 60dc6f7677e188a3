#pragma once

#include "solver/interactions/strong_interaction.hpp"
#include "solver/joints/joint_constraint.hpp"

namespace raftup::solver {

/// What a compliant joint holds, eliminated into the system matrix: with G, Sigma and b of its rows
/// (StabilisedRow),
///   A = G^T Sigma^-1 G,  a = G^T Sigma^-1 b,
/// which gives the velocities of the joint's own rows. Its drives are no part of it.
class StrongInteractionConstraint final : public StrongInteraction {
 public:
  /// @param joint  checked, of compliance > 0; it need not be among the joints of `model`
  /// @param model  of its bodies and the step
  StrongInteractionConstraint(const Joint& joint, const Model& model);

  std::vector<std::string> bodies() const override { return bodies_; }
  StrongBlock evaluate(double step, std::span<const BodyKinematics> bodies) const override;

 private:
  std::vector<std::string> bodies_;  ///< body 1 and, unless it is the world, body 2
  JointConstraint constraint_;       ///< over a model of these bodies alone
};

}  // namespace raftup::solver
