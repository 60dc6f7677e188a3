#pragma once

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// A constant force [N] and torque [N m] on a body, in world or body axes.
struct ConstantForce final : LoadDescription {
  static constexpr std::string_view kKind = "constant_force";

  std::string body;
  Vector3 force = Vector3::Zero();
  Vector3 torque = Vector3::Zero();
  /// Point at which the force acts [m, model frame]; default: the center of mass.
  std::optional<Vector3> point;
  bool body_axes = false;  ///< true: force and torque are given in body axes, else in world axes

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field("force", self.force, "N");
    field("torque", self.torque, "N m");
    field("point", self.point, "m");
    field("body_axes", self.body_axes);
  }
  bool has_jacobian() const override { return false; }
  bool knows_modes(const std::string& /*body*/) const override { return true; }
  std::optional<Vector3> point_on(const std::string& /*of_body*/) const override { return point; }
  double constant_lift(const std::string& name) const override {
    return name == body && !body_axes ? force.z() : 0.0;
  }
  void complete(const Model& model) override;
};

std::unique_ptr<ForceElement> make_element(const ConstantForce& load, const LoadSite& site);

}  // namespace raftup::solver
