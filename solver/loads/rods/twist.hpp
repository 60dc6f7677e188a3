#pragma once

#include <optional>
#include <span>

#include "solver/loads/rods/block_band.hpp"
#include "solver/loads/rods/discrete_rod.hpp"

namespace raftup::solver::rods {

/// Unit vectors across the rod that turn with what clamps its ends [world frame].
struct Directors {
  Vector3 first = Vector3::UnitY(), last = Vector3::UnitY();
};

/// What twists a rod in a step [world frame].
struct TwistLoad {
  double compliance = 0.0;  ///< C of Twist [rad/(N m)]
  Directors directors;      ///< at the end of the step
  /// At its start [world frame], so that the clamps turn in the step by the torque of the step; none:
  /// they have turned before it.
  std::optional<Directors> at_start = {};
};

/// The torsion of a rod between two clamps. The inertia of spin is left out, so that the torque is the
/// same from end to end and one angle does for the whole rod:
///   M = phi/C,  C = sum l/GJ,  energy phi^2/(2 C),
/// where phi is the angle about the last tangent from the director of the first end, carried along
/// the rod without turning about it, to the director of the last end. With Psi = -phi up to the
/// directors, a bend kb between elements of lengths n_-, n_+ gives
///   dPsi/dx_{i-1} = kb/(2 n_-),  dPsi/dx_{i+1} = -kb/(2 n_+),  dPsi/dx_i = minus their sum,
/// and the force on the nodes is M dPsi/dx. The angle is computed from the geometry and unwrapped
/// by the one before, so that it never drifts.
/// @source M. Bergou and others, Discrete elastic rods, ACM Transactions on Graphics 27 (2008) 63
class Twist {
 public:
  /// @throws BrokenRule if an end is not clamped or an element has no torsional or bending stiffness
  explicit Twist(const DiscreteRod& rod);

  /// C = sum l/GJ [rad/(N m)].
  double compliance() const { return compliance_; }

  /// Returns phi [rad].
  /// @param x positions of the nodes [m, world frame]
  /// @param near an angle less than half a turn away [rad]
  static double angle(std::span<const Vector3> x, const Directors& directors, double near);

  /// Computes dphi/dx [rad/m], for turning directors that are held.
  static void gradient(std::span<const Vector3> x, std::span<Vector3> gradient);

  /// Adds M d2phi/dx2, symmetrized, to a matrix [N/m]. It is not definite: it lets a straight rod
  /// buckle.
  static void add_stiffness(std::span<const Vector3> x, double moment, BlockBand& band);

 private:
  double compliance_ = 0.0;
};

}  // namespace raftup::solver::rods
