#pragma once

#include "solver/model/loads/load_description.hpp"

namespace raftup::solver {

/// Constant force and torque on a body, in world or body axes.
struct ConstantForce final : LoadDescription {
  static constexpr std::string_view kKind = "constant_force";

  std::string body;
  Vector3 force = Vector3::Zero();
  Vector3 torque = Vector3::Zero();
  std::optional<Vector3> point;  ///< model frame; default: the centre of mass
  bool body_axes = false;        ///< components along body axes, else world

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field("force", self.force, "N");
    field("torque", self.torque, "N m");
    field("point", self.point, "m");
    field("body_axes", self.body_axes);
  }
  bool has_jacobian() const override { return false; }
  void complete(const Model& model) override;
};

std::unique_ptr<ForceElement> make_element(const ConstantForce& load, const LoadSite& site);

}  // namespace raftup::solver
