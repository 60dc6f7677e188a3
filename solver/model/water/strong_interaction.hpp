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

/// An interaction written by a user that becomes part of the system matrix, for effects that would
/// be unstable as a force computed from known velocities: penalties, stiff dampers, a water model
/// of the user. With the step h [s], the loads f and the constraints G, a step becomes
///   (W + A) v+ = p + h f + a + G^T lambda,
/// so that the bodies receive the impulse a - A v+ [N s, N m s]: the impulse `a` does not depend on
/// v+, and A resists v+ like a mass that was at rest. The momentum is p+ = W v+, without A. It is
/// therefore exact: parts of the impulse that sum to zero over the bodies change no total momentum.
///
/// A constraint G v+ + Sigma lambda = b, where lambda is an impulse, becomes after elimination of
/// lambda
///   A = G^T Sigma^-1 G,  a = G^T Sigma^-1 b.
/// A spring k and damper c that act on g(q), taken at the end of the step, become
///   A = h (h k + c) G^T G,  a = -h k g G^T.
///
/// It needs a stepper that works with impulses: spook or moreau_jean. An implementation keeps
/// nothing between calls. The digest of a model contains only the names of its bodies.
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
