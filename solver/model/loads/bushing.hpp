#pragma once

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// Spring and damper of six dofs between two bodies, or a body and the world. With the axes R_2
/// that are fixed in body 2 and the point p that is fixed in body 1, the displacement is
///   x = [R_2^T (p - p_2); theta], exp(theta) = R_2^T R_1,
/// and the generalised force that belongs to it g = preload - K x - D dx/dt. At p it is the
///   force R_2 g_x and the moment R_2 E^T g_theta, dtheta/dt = E R_2^T (omega_1 - omega_2),
/// on body 1, and the opposite at the same point on body 2. So momentum is kept, and power is that
/// of a potential x^T K x / 2 and of D at any angle below half a turn.
/// @source Haug (1989)
struct Bushing final : LoadDescription {
  static constexpr std::string_view kKind = "bushing";

  std::string body1;
  std::string body2;                    ///< empty = the world
  Pose pose;                            ///< of the point and the axes, world, at t = 0, where x = 0
  Matrix6 stiffness = Matrix6::Zero();  ///< K: N/m, N, N m, N m/rad
  Matrix6 damping = Matrix6::Zero();    ///< D: N s/m, N s, N m s
  Vector6 preload = Vector6::Zero();    ///< N, N m

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
