#pragma once

#include <memory>
#include <span>

#include "solver/geometry/collision/bounds.hpp"
#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

class CollisionForm;

/// A new height [m] of a node of a height field.
struct NodeHeight {
  std::size_t node;  ///< j * columns + i
  double height;     ///< m
};

/// A shape prepared for collision: its sizes are checked, and its faces, edges and trees are
/// computed once. Copies are cheap. The shared data never change except by set_heights(), so that
/// any number of threads may use them.
class CollisionShape {
 public:
  /// Makes the collision shape of a checked geometry.
  /// @throws Error(kInvalidArgument) if a size [m] is not positive and finite, a normal is zero, a
  ///         line has no length, a mesh is empty or has wrong indices, a hull is not closed, or a
  ///         height field is smaller than 2 x 2
  explicit CollisionShape(const Geometry& geometry);

  const CollisionForm& form() const { return *form_; }
  /// Radius about its middle [m], to which margins and tolerances are relative; infinite for a
  /// plane.
  double size() const;

  /// Sets heights [m] of nodes of a height field, with the same result as if the field had been
  /// made of them. Only the surroundings of these nodes are examined. Copies of the shape keep
  /// their heights; the first change of a shape with copies makes its data anew.
  /// @param heights finite, and none below the field's least height
  void set_heights(std::span<const NodeHeight> heights);

 private:
  std::shared_ptr<CollisionForm> form_;
};

/// A shape at a pose. It refers to the shape, which must outlive it.
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
