#include "solver/loads/attachment.hpp"

namespace raftup::solver {

Attachment::Attachment(const std::string& body, const Vector3& point, const Model& model)
    : point_(point) {
  if (body.empty()) return;
  body_ = find_body(model, body);
  point_ -= model.bodies[*body_].center_of_mass;
}

Vector3 Attachment::arm(const Kinematics& bodies) const {
  if (!body_) return Vector3::Zero();
  return bodies[*body_].rotation * point_;
}

Vector3 Attachment::position(const Kinematics& bodies) const {
  if (!body_) return point_;
  return bodies[*body_].position + arm(bodies);
}

Vector3 Attachment::velocity(const Kinematics& bodies) const {
  if (!body_) return Vector3::Zero();
  const BodyKinematics& body = bodies[*body_];
  return body.velocity.head<3>() + body.velocity.tail<3>().cross(arm(bodies));
}

void Attachment::add_force(const Vector3& force, const Kinematics& bodies,
                           BodyVectors& wrenches) const {
  if (!body_) return;
  wrenches[*body_].head<3>() += force;
  wrenches[*body_].tail<3>() += arm(bodies).cross(force);
}

}  // namespace raftup::solver
