#pragma once

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// A spring and damper for all six dofs of a body relative to the world. The force and moment at
/// the center of mass are preload - K xi - D xi_dot, with the displacement xi from the rest pose
/// and the velocity xi_dot = [u; omega], both in the axes of the rest heading.
struct LinearMooring final : LoadDescription {
  static constexpr std::string_view kKind = "linear_mooring";

  std::string body;
  Matrix6 stiffness = Matrix6::Zero();  ///< stiffness K [N/m, N, N m/rad]
  Matrix6 damping = Matrix6::Zero();    ///< damping D [N s/m, N s, N m s]
  Vector6 preload = Vector6::Zero();    ///< force and moment in the rest pose [N, N m]
  /// rest pose of the model frame; default: the rest pose of the body
  std::optional<Pose> rest_pose;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field("stiffness", self.stiffness, "N/m");
    field("damping", self.damping, "N s/m");
    field("preload", self.preload, "N");
    field.pose("rest_", self.rest_pose);
  }
  std::optional<Pose> rest_pose_of(const std::string& of_body) const override {
    return of_body == body ? rest_pose : std::nullopt;
  }
  bool knows_modes(const std::string& /*body*/) const override { return true; }
  bool needs_mode_shapes() const override { return false; }
  const Matrix6* world_damping() const override { return &damping; }
  void complete(const Model& model) override;
};

std::unique_ptr<ForceElement> make_element(const LinearMooring& load, const LoadSite& site);

}  // namespace raftup::solver
