#pragma once

#include "solver/model/inputs/input_description.hpp"

namespace raftup::solver {

/// The meaning of the samples of a KinematicMotion.
enum class KinematicTarget {
  /// [6] velocity of the center of mass [m/s] and angular velocity [rad/s], world axes. It is
  /// constant from one sample to the next.
  kVelocity,
  /// [7] position [m] and unit quaternion w x y z of the model frame in the world. The body reaches
  /// this pose at the time of the sample.
  kPose,
};

constexpr std::array<std::string_view, 2> names_of(KinematicTarget /*of*/) {
  return {"velocity", "pose"};
}

/// An input with the motion of a kinematic body [m, rad, m/s, rad/s, world frame]. Until the first
/// sample, and after the newest pose, the body keeps its velocity.
struct KinematicMotion {
  static constexpr std::string_view kKind = "kinematic_motion";

  std::string body;
  KinematicTarget target = KinematicTarget::kVelocity;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("body", self.body, Reference::kBody);
    field("target", self.target);
  }

  Variable variable(const std::string& name, const Model& model) const;
  Interpolation interpolation() const;
  void check(const Model& model, const std::string& path, Violations& violations) const;
  void check_sample(const Model& model, std::span<const double> values) const;
};

}  // namespace raftup::solver
