#pragma once

#include <span>
#include <string>
#include <vector>

#include "solver/model/bodies/kinematics.hpp"

namespace raftup::solver {

/// The terms that a strong interaction adds to the equations of a step of n bodies. Rows and
/// columns are ordered like the twists [linear; angular] of the bodies at their centers of mass,
/// world axes, in the order of StrongInteraction::bodies().
struct StrongBlock {
  /// matrix that acts on the velocities at the end of the step: 6n x 6n, symmetric, positive
  /// semidefinite [kg, kg m; kg m, kg m2]
  MatrixXd A;
  VectorXd a;  ///< impulse, 6n [N s, N m s]
};

/// An interaction written by a user that becomes part of the system matrix, for effects that would
/// be unstable as a force computed from known velocities: penalties, stiff dampers, a water model
/// of the user. With the step h [s], the loads f and the constraints G, a step becomes
///   (W + A) v+ = p + h f + a + G^T lambda,
/// so that the bodies receive the impulse a - A v+ [N s, N m s]: the impulse `a` does not depend on
/// v+, and A resists v+ like a mass that was at rest. The momentum is p+ = W v+, without A. The
/// total momentum is therefore exact: parts of the impulse that sum to zero over the bodies do not
/// change it.
///
/// A constraint G v+ + Sigma lambda = b, where lambda is an impulse, becomes after elimination of
/// lambda
///   A = G^T Sigma^-1 G,  a = G^T Sigma^-1 b.
/// A spring k and damper c that act on g(q), taken at the end of the step, become
///   A = h (h k + c) G^T G,  a = -h k g G^T.
///
/// A strong interaction needs a stepper that works with impulses: spook or moreau_jean. An
/// implementation must not store data between calls. The digest of a model contains only the names
/// of the bodies of the interaction.
/// @source the equations of AGX Dynamics' "strong interaction", sign and units as tested in
///         tests/solver/interactions/strong_interaction_test.cpp
class StrongInteraction {
 public:
  StrongInteraction() = default;
  StrongInteraction(const StrongInteraction&) = default;
  StrongInteraction& operator=(const StrongInteraction&) = default;
  virtual ~StrongInteraction() = default;

  /// Names of the bodies that interact, all different. Every call returns the same names.
  virtual std::vector<std::string> bodies() const = 0;

  /// Computes A and a of the step that starts now.
  /// @param step   h [s]
  /// @param bodies poses and velocities of the bodies, in the order of bodies()
  virtual StrongBlock evaluate(double step, std::span<const BodyKinematics> bodies) const = 0;
};

/// A joint of the model that is solved as a strong interaction, which means as a term of the system
/// matrix instead of as constraint rows of its own. The drives, inputs and outputs of the joint are
/// unchanged.
struct StrongJoint {
  std::string name;
  std::string joint;  ///< name of a compliant joint; it may belong to one StrongJoint only
};

}  // namespace raftup::solver
