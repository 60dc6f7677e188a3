#pragma once

#include "solver/contacts/height_edits.hpp"
#include "solver/geometry/collision/collide.hpp"
#include "solver/joints/constraint_block.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// A shape prepared for collision detection, and the body to which it is fixed.
struct PlacedShape {
  /// @param model must contain the body of the shape; otherwise the shape is fixed in the world
  PlacedShape(const ContactShape& shape, const Model& model)
      : form(shape.geometry), pose(shape.pose), edits(shape, model) {
    if (shape.body.empty() || !has_body(model, shape.body)) return;
    body = find_body(model, shape.body);
    pose.position -= model.bodies[body].center_of_mass;
  }

  /// The pose of the shape in the world frame.
  /// @param at motion of its body; ignored for a shape of the world
  Pose pose_at(const BodyKinematics* at) const {
    if (in_world()) return pose;
    return {at->position + at->rotation * pose.position, at->attitude * pose.attitude};
  }

  /// Sets the heights of the shape, if it is a height field, to the values of its inputs at a time
  /// [s].
  void edit(const std::vector<InputSeries>& inputs, double now) { edits.apply(inputs, now, form); }

  bool in_world() const { return body == ConstraintBlock::kWorld; }

  /// Index of the body in the model; ConstraintBlock::kWorld for the world.
  std::size_t body = ConstraintBlock::kWorld;
  CollisionShape form;
  Pose pose;  ///< relative to the center of mass of its body, or in the world frame
  HeightEdits edits;
};

}  // namespace raftup::solver
