#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Linear hydrostatics of one body about its rest pose. The force is (buoyancy at rest) - C xi,
/// where C is the stiffness and xi = [displacement of the center of mass; rotation vector of the
/// tilt], both in the heading frame. The tilt is the attitude without its yaw, so that a vessel
/// that has turned keeps its roll and pitch stiffness. Buoyancy at rest is rho g V upwards at the
/// center of buoyancy. The weight of the body is not included.
/// @source Newman (1977); Faltinsen, Sea Loads on Ships and Offshore Structures (1990)
class LinearHydrostatics {
 public:
  /// @param stiffness          C, 6 x 6, about the center of mass, heading frame [N/m, N, N m]
  /// @param rest_position      center of mass at rest [m, world]
  /// @param buoyancy           rho g V [N]
  /// @param center_of_buoyancy position relative to the center of mass at rest, heading frame [m]
  LinearHydrostatics(const Matrix6& stiffness, const Vector3& rest_position, double buoyancy,
                     const Vector3& center_of_buoyancy);

  /// Returns the displacement xi of the body from its rest pose, heading frame [m, rad].
  /// @param position center of mass [m, world]
  /// @param attitude attitude of the body, from its axes to world axes
  /// @param heading  yaw angle of the body [rad]
  Vector6 displacement(const Vector3& position, const Quaternion& attitude, double heading) const;

  /// Computes the hydrostatic force without the weight of the body.
  /// @param position center of mass [m, world]
  /// @param attitude attitude of the body, from its axes to world axes
  /// @param heading  yaw angle of the body [rad]
  /// @returns force and moment about the center of mass in the heading frame [N, N m]
  Vector6 force(const Vector3& position, const Quaternion& attitude, double heading) const;

  /// Stiffness C [N/m, N, N m, heading frame], which is also minus the derivative of the force with
  /// respect to xi.
  Matrix6 stiffness() const { return stiffness_; }

  /// Buoyancy at rest and its moment about the center of mass, heading frame [N, N m].
  const Vector6& force_at_rest() const { return force_at_rest_; }

 private:
  Eigen::Matrix<double, 6, 6, Eigen::RowMajor> stiffness_;
  Vector3 rest_position_;
  Vector6 force_at_rest_;
};

}  // namespace raftup::hydro
