#pragma once

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// A spring and damper for all six dofs between two bodies, or between a body and the world. With
/// the axes R_2 that are fixed in body 2 and the point p that is fixed in body 1, the displacement
/// is
///   x = [R_2^T (p - p_2); theta], exp(theta) = R_2^T R_1,
/// and the generalized force for this displacement is g = preload - K x - D dx/dt. At p it acts as
/// the
///   force R_2 g_x and the moment R_2 E^T g_theta, dtheta/dt = E R_2^T (omega_1 - omega_2),
/// on body 1, and with the opposite sign at the same point on body 2. Momentum is therefore
/// conserved, and the power is that of the potential x^T K x / 2 and of the damping D, at any angle
/// below half a turn.
/// @source Haug (1989)
struct Bushing final : LoadDescription {
  static constexpr std::string_view kKind = "bushing";

  std::string body1;
  std::string body2;  ///< name of the second body; empty = the world
  /// position of the point p and attitude of the axes in the world at t = 0, where x = 0
  Pose pose;
  Matrix6 stiffness = Matrix6::Zero();  ///< stiffness K [N/m, N, N m/rad]
  Matrix6 damping = Matrix6::Zero();    ///< damping D [N s/m, N s, N m s]
  Vector6 preload = Vector6::Zero();    ///< generalized force at x = 0 [N, N m]

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body1", self.body1, Reference::kBody);
    field("body2", self.body2, Reference::kOtherBody);
    field.pose("", self.pose);
    field("stiffness", self.stiffness, "N/m");
    field("damping", self.damping, "N s/m");
    field("preload", self.preload, "N");
  }
};

std::unique_ptr<ForceElement> make_element(const Bushing& load, const LoadSite& site);

}  // namespace raftup::solver
