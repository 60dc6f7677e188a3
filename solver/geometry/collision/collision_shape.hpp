#pragma once

#include <memory>
#include <span>

#include "solver/geometry/collision/bounds.hpp"
#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

class CollisionForm;

/// A new height [m] of a node of a height field.
struct NodeHeight {
  std::size_t node;  ///< index of the node, row times the number of columns plus column
  double height;     ///< height of the node [m]
};

/// A shape prepared for collision detection: its sizes are checked, and its faces, edges and trees
/// are computed once. Copies are cheap, since they share their data. Only set_heights() changes
/// data, so that any number of threads may use a shape otherwise.
class CollisionShape {
 public:
  /// Makes the collision shape of a checked geometry.
  /// @throws Error(kInvalidArgument) if a size [m] is not positive and finite, a normal is zero, a
  ///         line has no length, a mesh is empty or has wrong indices, a hull is not closed, or a
  ///         height field is smaller than 2 x 2
  explicit CollisionShape(const Geometry& geometry);

  const CollisionForm& form() const { return *form_; }
  /// Radius of the shape about its middle [m], to which margins and tolerances are relative;
  /// infinite for a plane.
  double size() const;

  /// Sets heights [m] of nodes of a height field. The result is the same as for a field made with
  /// these heights. Only the surroundings of the nodes are examined. Copies of the shape keep their
  /// heights: the first change of a shape with copies duplicates its data.
  /// @param heights finite, and none below the least height of the field
  void set_heights(std::span<const NodeHeight> heights);

 private:
  std::shared_ptr<CollisionForm> form_;
};

/// A shape at a pose. It refers to the CollisionShape, which must outlive it.
struct PosedShape {
  PosedShape(const CollisionShape& which, const Pose& pose)
      : shape(&which), position(pose.position), rotation(pose.attitude.toRotationMatrix()) {}

  const CollisionShape* shape;
  Vector3 position;  ///< position of the origin of the shape [m, world frame]
  Matrix3 rotation;  ///< rotation from axes of the shape to world axes
};

/// The box along the world axes around a shape. The box of a plane is infinite; the box of a
/// terrain includes the solid below its surface.
Bounds bounds(const PosedShape& shape);

}  // namespace raftup::solver
