#pragma once

#include <array>
#include <string_view>

namespace raftup::solver {

/// The frame in which added mass and radiation of a body are constant; A_w,ij = Q_i A_ij Q_j^T with
/// Q_i = blkdiag(R_i, R_i) and R_i turning the frame of body i into the world.
/// @source Newman (1977), for the Munk moment of coefficients that turn with the body
enum class HydroFrame {
  kHeading,  ///< yaw of the body only: surface vessels
  kBody,     ///< its full rotation: deeply submerged bodies
  kWorld,    ///< frozen at the group's heading, or the world axes without a group
  /// A_11 and A_22 in the body frames, and the block off the diagonal in the frame of body 1 on
  /// both sides: A_w,12 = Q_1 A_12 Q_1^T. For AddedMassInteraction only. It is wrong for
  /// coefficients of two bodies of different headings as panel codes give them, whose columns are
  /// in the frame of body 2.
  kFirstBody,
};

constexpr std::array<std::string_view, 4> names_of(HydroFrame /*of*/) {
  return {"heading", "body", "world", "first_body"};
}

/// The effect of the turning of added mass, in addition to (M + A) a + gyroscopic moment of the
/// rigid body = F [N, N m].
enum class AddedMassCoriolis {
  kOff,      ///< nothing
  kMunkYaw,  ///< the yaw component of the Munk moment -u x P
  kFull,     ///< all of it: d(A v)/dt = [F; M - u x P], P the linear momentum of the water [kg m/s]
};

constexpr std::array<std::string_view, 3> names_of(AddedMassCoriolis /*of*/) {
  return {"off", "yaw", "full"};
}

/// How added mass [kg, kg m, kg m2] acts on the bodies.
enum class AddedMassMode {
  kCoupled,  ///< all of it is in the system matrix: exact at any step
  /// The method of codes whose bodies have the same mass in all directions, for reproducing their
  /// results. Of each body's own A only
  ///   dM = diag(alpha Y, alpha Y, alpha Y) + A_rotation,rotation,  Y = A_11 + A_22 + A_33
  /// is in the matrix; the rest is a force by the acceleration of the last evaluation, -(A - dM)
  /// a_last, which is 0 at first. Coriolis must be off.
  kLumped,
};

constexpr std::array<std::string_view, 2> names_of(AddedMassMode /*of*/) {
  return {"coupled", "lumped"};
}

/// alpha of AddedMassMode::kLumped, which WEC-Sim calls adjMassFactor.
inline constexpr double kDefaultLumpedFactor = 2.0;

}  // namespace raftup::solver
