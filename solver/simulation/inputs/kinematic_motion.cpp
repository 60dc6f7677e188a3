#include "solver/model/inputs/kinematic_motion.hpp"

#include "solver/model/bodies/rotation.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

Variable KinematicMotion::variable(const std::string& name, const Model& /*model*/) const {
  if (target == KinematicTarget::kVelocity) {
    return {name, "m/s,m/s,m/s,rad/s,rad/s,rad/s",
            "velocity of the centre of mass and angular velocity of body '" + body + "'", 6,
            "world"};
  }
  return {name, "m,m,m,1,1,1,1",
          "pose (unit quaternion w x y z) of body '" + body + "' at the sample's time", 7, "world"};
}

Interpolation KinematicMotion::interpolation() const {
  return target == KinematicTarget::kPose ? Interpolation::kLinear : Interpolation::kHold;
}

void KinematicMotion::check(const Model& model, const std::string& path,
                            Violations& violations) const {
  if (!has_body(model, body)) return;
  violations.require(model.bodies[find_body(model, body)].motion == Motion::kKinematic,
                     path + ".body", "must name a kinematic body", fmt::format("'{}'", body));
  violations.require(!model.bodies[find_body(model, body)].prescribed, path + ".body",
                     "must name a body whose motion is not prescribed already",
                     fmt::format("'{}'", body));
}

void KinematicMotion::check_sample(const Model& /*model*/, std::span<const double> values) const {
  if (target != KinematicTarget::kPose || values.size() != 7) return;
  require_unit({values[3], values[4], values[5], values[6]});
}

}  // namespace raftup::solver
