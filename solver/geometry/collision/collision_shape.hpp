#pragma once

#include <memory>
#include <span>

#include "solver/geometry/collision/bounds.hpp"
#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

class CollisionForm;

/// Another height for a node of a height field.
struct NodeHeight {
  std::size_t node;  ///< j * columns + i
  double height;     ///< m
};

/// A shape made ready for collision: its sizes checked, faces, edges and trees made once. Cheap to
/// copy; what it refers to never changes but by set_heights(), so that any number of threads may
/// use it.
class CollisionShape {
 public:
  /// @throws Error(kInvalidArgument) where a size is not positive and finite, a normal is zero, a
  ///         line has no length, a mesh is empty or has bad indices, a hull is not closed, or a
  ///         height field is smaller than 2 x 2
  explicit CollisionShape(const Geometry& geometry);

  const CollisionForm& form() const { return *form_; }
  /// Radius about its middle [m]: what margins and tolerances are relative to; infinite for a
  /// plane.
  double size() const;

  /// Gives nodes of a height field other heights: it is then as if it were made of them. What is
  /// around them alone is looked at; copies of the shape keep theirs, and the first edit of one
  /// that has copies makes it anew.
  /// @param heights finite, and none below the field's least height
  void set_heights(std::span<const NodeHeight> heights);

 private:
  std::shared_ptr<CollisionForm> form_;
};

/// Where a shape is. It refers to the shape, which must outlive it.
struct PosedShape {
  PosedShape(const CollisionShape& which, const Pose& pose)
      : shape(&which), position(pose.position), rotation(pose.attitude.toRotationMatrix()) {}

  const CollisionShape* shape;
  Vector3 position;  ///< m, world, of its origin
  Matrix3 rotation;  ///< its axes to world
};

/// The box along the world axes around a shape; that of a plane is infinite, that of a terrain
/// includes what is solid below it.
Bounds bounds(const PosedShape& shape);

}  // namespace raftup::solver
