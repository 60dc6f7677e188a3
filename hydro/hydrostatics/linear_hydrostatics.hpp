#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Linear hydrostatics of one body about its rest pose.
/// With xi = [displacement of the centre of mass; rotation vector of the tilt], both in the heading
/// frame, force = buoyancy at rest - C xi. The tilt is the attitude with its yaw taken away, so a
/// turned vessel keeps its roll and pitch stiffness.
/// Buoyancy at rest is rho g V upwards at the centre of buoyancy; weight is the body's own affair.
/// @source Newman (1977); Faltinsen, Sea Loads on Ships and Offshore Structures (1990)
class LinearHydrostatics {
 public:
  /// @param stiffness          C, 6 x 6, about the centre of mass, heading frame [N/m, N, N m]
  /// @param rest_position      centre of mass at rest, world [m]
  /// @param buoyancy           rho g V [N]
  /// @param center_of_buoyancy relative to the centre of mass at rest, heading frame [m]
  LinearHydrostatics(const Matrix6& stiffness, const Vector3& rest_position, double buoyancy,
                     const Vector3& center_of_buoyancy);

  /// xi [m, rad].
  /// @param heading yaw of the body [rad]
  Vector6 displacement(const Vector3& position, const Quaternion& attitude, double heading) const;

  /// @param heading yaw of the body [rad]
  /// @returns force and moment at the centre of mass in the heading frame [N, N m]
  Vector6 force(const Vector3& position, const Quaternion& attitude, double heading) const;

  /// C [N/m, N, N m, heading frame]; also -d(force)/d(xi) at rest.
  Matrix6 stiffness() const { return stiffness_; }

  /// Buoyancy at rest and its moment, heading frame [N, N m].
  const Vector6& force_at_rest() const { return force_at_rest_; }

 private:
  Eigen::Matrix<double, 6, 6, Eigen::RowMajor> stiffness_;
  Vector3 rest_position_;
  Vector6 force_at_rest_;
};

}  // namespace raftup::hydro
