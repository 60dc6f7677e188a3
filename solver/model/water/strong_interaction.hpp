#pragma once

#include <span>
#include <string>
#include <vector>

#include "solver/model/bodies/kinematics.hpp"

namespace raftup::solver {

/// The terms that a strong interaction adds to a step of n bodies, for twists [linear; angular]
/// stacked in the
/// order of StrongInteraction::bodies(), world axes at the centres of mass.
struct StrongBlock {
  MatrixXd A;  ///< 6n x 6n, symmetric, positive semidefinite [kg, kg m; kg m, kg m2]
  VectorXd a;  ///< 6n [N s, N m s]
};

/// A user's own interaction inside the system matrix, for what a force of known velocities would
/// make unstable: penalties, stiff dampers, water of the user's own. With step h, loads f and
/// constraints G it makes of a step
///   (W + A) v+ = p + h f + a + G^T lambda,
/// so that the bodies get the impulse a - A v+: `a` pushes along itself, A resists v+ as a mass at
/// rest would. Momentum is p+ = W v+ without A, which keeps it exact: what sums to zero over the
/// bodies changes no total.
///
/// A constraint G v+ + Sigma lambda = b (lambda an impulse) with lambda eliminated is
///   A = G^T Sigma^-1 G,  a = G^T Sigma^-1 b.
/// A spring-damper k, c on g(q), taken at the end of the step, is A = h (h k + c) G^T G,
/// a = -h k g G^T.
///
/// Needs a stepper of impulses: spook or moreau_jean. An implementation keeps nothing between
/// calls; the digest of a model knows only the names of its bodies.
/// @source the equations of AGX Dynamics' "strong interaction", sign and units as tested in
///         tests/solver/interactions/strong_interaction_test.cpp
class StrongInteraction {
 public:
  StrongInteraction() = default;
  StrongInteraction(const StrongInteraction&) = default;
  StrongInteraction& operator=(const StrongInteraction&) = default;
  virtual ~StrongInteraction() = default;

  /// Names of the bodies, all different; the same at every call.
  virtual std::vector<std::string> bodies() const = 0;

  /// Computes A and a of the step that starts now.
  /// @param step   h [s]
  /// @param bodies where they are and how they move, in the order of bodies()
  virtual StrongBlock evaluate(double step, std::span<const BodyKinematics> bodies) const = 0;
};

/// A joint of the model that acts as a StrongInteractionConstraint instead of through rows of its
/// own. It remains one of the joints: its drives, its inputs and its outputs are unchanged.
struct StrongJoint {
  std::string name;
  std::string joint;  ///< compliant; of one StrongJoint at most
};

}  // namespace raftup::solver
