#pragma once

#include <memory>

#include "solver/bodies/shape.hpp"
#include "solver/collision/bounds.hpp"

namespace raftup::solver {

class CollisionForm;

/// A shape made ready for collision: its sizes checked, faces, edges and trees made once. Cheap to
/// copy; what it refers to never changes, so that any number of threads may use it.
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

 private:
  std::shared_ptr<const CollisionForm> form_;
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
