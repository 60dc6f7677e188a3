#pragma once

#include <map>
#include <memory>
#include <utility>

#include "solver/dynamics/system/multibody_system.hpp"

namespace raftup::solver {

/// What stands in the system matrix beside the masses (Masses::Strong), A and a of
///   (W + A) v+ = p + h f + a + G^T lambda:
/// the strong interactions of a running simulation and, with the stepper kMoreauJean, its loads.
/// These are linear in v+ over the step by their stiffness K and damping D. From f at q + s h v and
/// velocities u, s = 1/2 at the middle of a step (MiddleOfStep) and 0 where it begins,
///   f - D (v - u + theta (v+ - v)) - K h ((theta - s) v + theta^2 (v+ - v)),
/// hence A = h theta D + h^2 theta^2 K and a = A v - h D (v - u) - h^2 (theta - s) K v, which is
/// the theta method for linear loads and its first Newton iterate else (nonsmooth::ThetaStep). Call
/// order: linearize() where loads are evaluated, then evaluate(); not thread-safe.
class StrongTerms {
 public:
  /// @param model checked
  explicit StrongTerms(const Model& model);

  bool empty() const { return terms_.empty(); }

  /// Linearises the loads, if they are among the terms.
  void linearize(const MultibodySystem& system, const StageTime& at, const State& state,
                 const Kinematics& bodies);

  /// What a step h [s] begins with.
  struct Motion {
    const Kinematics& bodies;             ///< poses of joints and users' own, velocities v
    const Kinematics& loaded;             ///< velocities u for which the loads were computed
    const std::vector<double>& progress;  ///< by body: s
  };

  /// Computes A and a of all of them, 0 of disabled joints.
  /// @param constraints of the model: which of its joints are enabled
  /// @returns one per bodies_of_strong_terms(), kept until the next call
  /// @throws Error(kInvalidArgument) where a block is no symmetric matrix of its bodies, not finite
  const std::vector<StrongBlock>& evaluate(double step, const Motion& motion,
                                           const ConstraintSet& constraints);

 private:
  struct Term {
    std::shared_ptr<const StrongInteraction> interaction;  ///< null: loads
    std::optional<std::size_t> joint;                      ///< index in the model, of a StrongJoint
    std::vector<std::size_t> bodies;                       ///< indices in the model
  };

  void evaluate_loads(double step, const Motion& motion);

  std::vector<Term> terms_;
  std::vector<StrongBlock> blocks_;  ///< one per term
  /// Among the terms, of each block of linearisation_ between bodies that move: row >= column.
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> place_of_loads_;
  LoadJacobian linearization_;
  double theta_;
  std::vector<BodyKinematics> named_;  ///< scratch
};

}  // namespace raftup::solver
