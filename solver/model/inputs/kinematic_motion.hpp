#pragma once

#include "solver/model/inputs/input_description.hpp"

namespace raftup::solver {

/// The meaning of the samples of a KinematicMotion.
enum class KinematicTarget {
  kVelocity,  ///< [6] m/s of the centre of mass, rad/s, world; held from a sample to the next
  kPose,      ///< [7] m, unit quaternion w x y z, of the model frame: reached at the sample's time
};

constexpr std::array<std::string_view, 2> names_of(KinematicTarget /*of*/) {
  return {"velocity", "pose"};
}

/// Motion of a kinematic body [m, rad, m/s, rad/s, world frame], streamed by a client. Until the
/// first sample, and after the newest pose, the body keeps its velocity.
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
