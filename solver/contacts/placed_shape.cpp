#include "solver/contacts/placed_shape.hpp"

namespace raftup::solver {

PlacedShape::PlacedShape(const ContactShape& shape, const Model& model)
    : form(shape.geometry), pose(shape.pose), edits(shape, model) {
  if (shape.body.empty() || !has_body(model, shape.body)) return;
  body = find_body(model, shape.body);
  pose.position -= model.bodies[body].center_of_mass;
}

Pose PlacedShape::pose_at(const BodyKinematics* at) const {
  if (in_world()) return pose;
  return {at->position + at->rotation * pose.position, at->attitude * pose.attitude};
}

}  // namespace raftup::solver
