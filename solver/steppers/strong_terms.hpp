#pragma once

#include <map>
#include <memory>
#include <utility>

#include "solver/multibody_system.hpp"

namespace raftup::solver {

/// What stands in the system matrix beside the masses (Masses::Strong), A and a of
///   (W + A) v+ = p + h f + a + G^T lambda:
/// the strong interactions of a running simulation and, with the stepper kMoreauJean, its loads.
/// These are linear in v+ over the step by their stiffness K and damping D,
///   f = f(q, v) - theta h K v - (D + theta h K) theta (v+ - v),
/// hence A = h theta D + h^2 theta^2 K and a = A v - h^2 theta K v, which is the theta method for
/// linear loads and its first Newton iterate else (nonsmooth::ThetaStep).
/// Call order: linearise() at the start of a step, then evaluate(); not thread-safe.
class StrongTerms {
 public:
  /// @param model checked
  explicit StrongTerms(const Model& model);

  bool empty() const { return terms_.empty(); }

  /// Linearises the loads where a step begins, if they are among the terms.
  void linearise(const MultibodySystem& system, const StageTime& at, const State& state,
                 const Kinematics& bodies);

  /// Computes A and a of all of them for a step h [s] from `bodies`, 0 of disabled joints.
  /// @param constraints of the model: which of its joints are enabled
  /// @returns one per bodies_of_strong_terms(), kept until the next call
  /// @throws Error(kInvalidArgument) where a block is no symmetric matrix of its bodies, not finite
  const std::vector<StrongBlock>& evaluate(double step, const Kinematics& bodies,
                                           const ConstraintSet& constraints);

 private:
  struct Term {
    std::shared_ptr<const StrongInteraction> interaction;  ///< null: loads
    std::optional<std::size_t> joint;                      ///< index in the model, of a StrongJoint
    std::vector<std::size_t> bodies;                       ///< indices in the model
  };

  void evaluate_loads(double step, const Kinematics& bodies);

  std::vector<Term> terms_;
  std::vector<StrongBlock> blocks_;  ///< one per term
  /// Among the terms, of each block of linearisation_ between bodies that move: row >= column.
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> place_of_loads_;
  LoadJacobian linearisation_;
  double theta_;
  std::vector<BodyKinematics> named_;  ///< scratch
};

}  // namespace raftup::solver
