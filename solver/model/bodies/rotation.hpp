#pragma once

#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// The equivalent of an angle within -pi..pi: it differs from the angle by whole turns [rad].
inline double wrapped(double angle) {
  return angle - kTwoPi * nearest_integer(angle * kTurnsPerRadian);
}

/// Checks that an attitude is a unit quaternion.
/// @throws Error(kInvalidArgument) if its norm differs from 1 by more than 1e-6, the rounding of
///         decimal input
void require_unit(const Quaternion& attitude);

/// Unit quaternion of the rotation by `rotation_vector` [rad], for any angle. All components are
/// NaN if the square of the angle is not finite.
Quaternion exponential(const Vector3& rotation_vector);

/// Rate of the rotation vector theta [rad] in R(t) = exp(theta) R(0), if the body turns with the
/// angular velocity omega [rad/s, world]:
///   dexp^-1 omega = omega - theta x omega / 2 + theta x (theta x omega) / 12 + O(theta^4),
/// which is accurate enough for integrators of order 4.
/// @source Munthe-Kaas (1999)
Vector3 rotation_vector_rate(const Vector3& theta, const Vector3& omega);

/// The skew-symmetric matrix [v]x with [v]x w = v x w for every vector w.
Matrix3 cross_matrix(const Vector3& v);

/// The matrix E with dtheta/dt = E omega for the rotation vector theta [rad] of R(t) = exp(theta)
/// R(0) and the angular velocity omega [rad/s], both in world axes, at any angle below 2 pi:
///   E = I - [theta]x / 2 + c [theta]x^2,  c = (1 - |theta|/2 cot(|theta|/2)) / |theta|^2.
/// A generalized force g [N m] along theta is the moment E^T g [N m].
/// @source Bullo and Murray (1995)
Matrix3 rotation_vector_jacobian(const Vector3& theta);

/// Derivative of the moment E^T g of a constant generalized force g [N m], with E of
/// rotation_vector_jacobian().
/// @returns M with d(E^T g)/dt = M omega for the angular velocity omega [rad/s], world axes
Matrix3 rotation_vector_moment_rate(const Vector3& theta, const Vector3& g);

/// The heading of a body as the cosine and sine of its yaw angle. It is the direction of the body's
/// x axis seen from above, and 0 if that axis is vertical.
struct Heading {
  double cosine = 1.0;
  double sine = 0.0;

  double angle() const;  ///< the yaw angle [rad], -pi..pi

  /// Turns both the linear and the angular part of a twist or wrench from the axes of the heading
  /// frame into world axes.
  Vector6 to_world(const Vector6& v) const {
    Vector6 turned;
    turned << cosine * v[0] - sine * v[1], sine * v[0] + cosine * v[1], v[2],
        cosine * v[3] - sine * v[4], sine * v[3] + cosine * v[4], v[5];
    return turned;
  }
  /// Turns both the linear and the angular part of a twist or wrench from world axes into the axes
  /// of the heading frame.
  Vector6 from_world(const Vector6& v) const {
    Vector6 turned;
    turned << cosine * v[0] + sine * v[1], cosine * v[1] - sine * v[0], v[2],
        cosine * v[3] + sine * v[4], cosine * v[4] - sine * v[3], v[5];
    return turned;
  }
  Matrix3 rotation() const {
    Matrix3 R;
    R << cosine, -sine, 0.0, sine, cosine, 0.0, 0.0, 0.0, 1.0;
    return R;
  }
};

Heading heading_of(const Matrix3& rotation);

/// Rate of change of the heading of a body [rad/s]. For a tilted body it differs from the vertical
/// component of the angular velocity.
/// @param rotation attitude of the body, body to world
/// @param omega    angular velocity [rad/s, world]
double heading_rate(const Matrix3& rotation, const Vector3& omega);

}  // namespace raftup::solver
