#pragma once

#include <map>
#include <memory>
#include <utility>

#include "solver/dynamics/system/multibody_system.hpp"

namespace raftup::solver {

/// The terms of the system matrix other than masses (Masses::Strong): the matrix A [kg, kg m, kg
/// m2] and the impulse a [N s, N m s] of
///   (W + A) v+ = p + h f + a + G^T lambda.
/// The terms are the strong interactions of a running simulation and, with the stepper kMoreauJean,
/// its loads. The loads are linear in v+ over the step, by their stiffness K [N/m] and damping D [N
/// s/m]. With f computed at q + s h v for velocities u, where s = 1/2 at the middle of a step
/// (MiddleOfStep) and 0 at its start, the load is
///   f - D (v - u + theta (v+ - v)) - K h ((theta - s) v + theta^2 (v+ - v)),
/// hence A = h theta D + h^2 theta^2 K and a = A v - h D (v - u) - h^2 (theta - s) K v. For linear
/// loads this is the theta method, for others its first Newton iterate (nonsmooth::ThetaStep).
/// Call order: linearize() at the poses where loads are evaluated, then evaluate(). Not
/// thread-safe.
class StrongTerms {
 public:
  /// @param model a checked model
  explicit StrongTerms(const Model& model);

  bool empty() const { return terms_.empty(); }

  /// Computes stiffness and damping of the loads, if the terms include loads.
  void linearize(const MultibodySystem& system, const StageTime& at, const State& state,
                 const Kinematics& bodies);

  /// The motion with which the terms are evaluated.
  struct Motion {
    /// Poses and velocities v at which joints and users' interactions are evaluated, world frame.
    const Kinematics& bodies;
    /// Velocities u for which the loads were computed, world axes [m/s, rad/s].
    const Kinematics& loaded;
    /// For each body, the share s of the step at which its loads are evaluated.
    const std::vector<double>& progress;
  };

  /// Computes the matrix A and the impulse a of each term; both are 0 for a strong joint that is
  /// disabled.
  /// @param step        h [s]
  /// @param constraints of the model; they contain which joints are enabled
  /// @returns one block per element of bodies_of_strong_terms(), valid until the next call
  /// @throws Error(kInvalidArgument) if a block is not finite or its matrix is not symmetric
  const std::vector<StrongBlock>& evaluate(double step, const Motion& motion,
                                           const ConstraintSet& constraints);

 private:
  struct Term {
    /// The user's interaction; null for terms of loads.
    std::shared_ptr<const StrongInteraction> interaction;
    /// Index of the joint in the model if the term is a StrongJoint.
    std::optional<std::size_t> joint;
    std::vector<std::size_t> bodies;  ///< indices of the bodies in the model
  };

  void evaluate_loads(double step, const Motion& motion);

  std::vector<Term> terms_;
  std::vector<StrongBlock> blocks_;  ///< matrix A and impulse a of each term [N s, N m s]
  /// For each pair of row and column of the blocks of the load Jacobian between bodies that move,
  /// with row >= column: the index of its term.
  std::map<std::pair<std::size_t, std::size_t>, std::size_t> place_of_loads_;
  LoadJacobian linearization_;
  double theta_;
  std::vector<BodyKinematics> named_;  ///< scratch
};

}  // namespace raftup::solver
