#pragma once

namespace raftup::solver {

/// The liquid of a rectangular tank, seen along one of its horizontal axes.
struct TankBox {
  double length;   ///< along the axis [m]
  double breadth;  ///< across the axis [m]
  double depth;    ///< of the liquid at rest [m]
  double density;  ///< of the liquid [kg/m3]

  double mass() const { return density * length * breadth * depth; }  ///< of the liquid [kg]
  /// Moment by which a level surface lowers the restoring moment per angle [N m]: rho g b l^3/12,
  /// which is also the sum of m_n g^2/omega_n^2 over all modes.
  double level_stiffness(double gravity) const {
    return density * gravity * breadth * length * length * length / 12.0;
  }
};

/// A mode of potential flow in a rectangular tank: the surface is a cosine with n half waves along
/// the length l, n odd, k = n pi/l. It acts on the tank like a mass on a spring.
///   omega^2 = g k tanh k h,  m_n = m 8 tanh(k h)/((n pi)^3 h/l),
///   height above the center of the liquid = h/2 - (2/k) tanh(k h/2)
/// @source Faltinsen and Timokha, Sloshing (2009), section 5.4; Abramson, NASA SP-106 (1966)
struct SloshingMode {
  double omega;   ///< natural frequency without damping [rad/s]
  double mass;    ///< m_n [kg]
  double height;  ///< of the mass above the center of the liquid [m]
  /// Elevation at the wall ahead for each meter that the mass has moved towards it [1]:
  /// 4 tanh(k h)/(n pi), for which the weight of the raised liquid has the moment m_n g.
  double elevation;
};

/// @param n       odd number of half waves, > 0
/// @param gravity m/s2, > 0
SloshingMode sloshing_mode(const TankBox& tank, int n, double gravity);

}  // namespace raftup::solver
