#pragma once

#include <array>
#include <string_view>

namespace raftup::solver {

/// The frame of each body in which its added mass and radiation coefficients are constant. In world
/// axes the coefficients are A_w,ij = Q_i A_ij Q_j^T with Q_i = blkdiag(R_i, R_i), where R_i turns
/// the frame of body i into the world.
/// @source Newman (1977), for the Munk moment of coefficients that turn with the body
enum class HydroFrame {
  kHeading,  ///< the frame turns with the yaw of the body only; for surface vessels
  kBody,     ///< the frame turns with all rotations of the body; for deeply submerged bodies
  /// the frame does not turn: it has the heading of the group at rest, or is the world frame
  /// without a group
  kWorld,
  /// A_11 and A_22 are constant in the frames of their bodies, and the off-diagonal block is
  /// constant in the frame of body 1 on both sides: A_w,12 = Q_1 A_12 Q_1^T. This is permitted for
  /// AddedMassInteraction only. It must not be used for two bodies of different headings with
  /// coefficients of a panel code, because the columns of such a block are in the frame of body 2.
  kFirstBody,
};

constexpr std::array<std::string_view, 4> names_of(HydroFrame /*of*/) {
  return {"heading", "body", "world", "first_body"};
}

/// The forces that arise because added mass turns with the body. They are in addition to the
/// equation (M + A) a + gyroscopic moment of the rigid body = F [N, N m].
enum class AddedMassCoriolis {
  kOff,  ///< no such forces [N, N m]
  /// the yaw component of the Munk moment -u x P, with the velocity u and the momentum P of kFull
  kMunkYaw,
  /// all forces: d(A v)/dt = [F; M - u x P], with the velocity u of the body [m/s] and the linear
  /// momentum P of the water [kg m/s]
  kFull,
};

constexpr std::array<std::string_view, 3> names_of(AddedMassCoriolis /*of*/) {
  return {"off", "yaw", "full"};
}

/// The way in which added mass [kg, kg m, kg m2] enters the equations of motion.
enum class AddedMassMode {
  kCoupled,  ///< all added mass [kg] is in the system matrix: exact for steps of any length
  /// The method of programs in which the mass of a body is the same in all directions. It serves to
  /// reproduce their results. Only the part
  ///   dM = diag(alpha Y, alpha Y, alpha Y) + A_rotation,rotation,  Y = A_11 + A_22 + A_33
  /// of each body's own A is in the system matrix. The rest acts as the force -(A - dM) a_last with
  /// the acceleration a_last of the last evaluation, which is 0 at first. AddedMassCoriolis must be
  /// kOff.
  kLumped,
};

constexpr std::array<std::string_view, 2> names_of(AddedMassMode /*of*/) {
  return {"coupled", "lumped"};
}

/// Default of the factor alpha of AddedMassMode::kLumped [1], which WEC-Sim calls adjMassFactor.
inline constexpr double kDefaultLumpedFactor = 2.0;

}  // namespace raftup::solver
