#pragma once

#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// The angle within half a turn of 0 that is the same direction [rad].
inline double wrapped(double angle) {
  return angle - kTwoPi * nearest_integer(angle * kTurnsPerRadian);
}

/// Refuses an attitude that is no rotation.
/// @throws Error(kInvalidArgument) where an attitude is no unit quaternion, up to the rounding of
///         decimal input
void require_unit(const Quaternion& attitude);

/// Unit quaternion of a turn by `rotation_vector` [rad], for any angle; not numbers where the
/// square of the angle is not finite.
Quaternion exponential(const Vector3& rotation_vector);

/// Rate of theta in R(t) = exp(theta) R(0) where R turns with the angular velocity omega (world):
///   dexp^-1 omega = omega - theta x omega / 2 + theta x (theta x omega) / 12 + O(theta^4),
/// enough for order 4. @source Munthe-Kaas (1999)
Vector3 rotation_vector_rate(const Vector3& theta, const Vector3& omega);

/// [v]x with [v]x w = v x w.
Matrix3 cross_matrix(const Vector3& v);

/// The matrix E with dtheta/dt = E omega for the rotation vector theta [rad] of R(t) = exp(theta)
/// R(0) and the angular velocity omega [rad/s], both in world axes, at any angle below 2 pi:
///   E = I - [theta]x / 2 + c [theta]x^2,  c = (1 - |theta|/2 cot(|theta|/2)) / |theta|^2.
/// A generalised force g [N m] along theta is the moment E^T g [N m].
/// @source Bullo and Murray (1995)
Matrix3 rotation_vector_jacobian(const Vector3& theta);

/// M with d(E^T g) = M omega dt for a constant g.
Matrix3 rotation_vector_moment_rate(const Vector3& theta, const Vector3& g);

/// Yaw of a body's x axis seen from above; 0 where that axis stands upright.
struct Heading {
  double cosine = 1.0;
  double sine = 0.0;

  double angle() const;  ///< rad, -pi..pi

  /// Turns both halves of a twist or wrench from the heading frame into the world.
  Vector6 to_world(const Vector6& v) const {
    Vector6 turned;
    turned << cosine * v[0] - sine * v[1], sine * v[0] + cosine * v[1], v[2],
        cosine * v[3] - sine * v[4], sine * v[3] + cosine * v[4], v[5];
    return turned;
  }
  /// The inverse of to_world.
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

/// d(heading)/dt of a body that turns with the angular velocity `omega` (world); not omega_z where
/// the body is tilted.
double heading_rate(const Matrix3& rotation, const Vector3& omega);

}  // namespace raftup::solver
