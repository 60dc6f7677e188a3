#pragma once

#include <optional>
#include <vector>

#include "solver/geometry/collision/collision_shape.hpp"
#include "solver/model/contacts/contact_point.hpp"

namespace raftup::solver {

/// The start of the search for contacts of a pair of shapes, which is kept from one step to the
/// next. Since the result of a search may depend on it, it belongs to the state of the simulation.
struct CollisionMemory {
  /// the last normal, unit vector in world axes; zero if there is none
  Vector3 normal = Vector3::Zero();
};

/// Appends the points at which two shapes touch, at most 8 for two convex shapes; none if they are
/// further apart than the margin. Planes and height fields never touch each other.
/// @param margin m, >= 0: points with depth > -margin are kept
/// @param memory of this pair, read and written; may be null
/// @source clipping of faces: Sutherland and Hodgman (1974); van den Bergen, Collision Detection in
///         Interactive 3D Environments (2003)
void collide(const PosedShape& one, const PosedShape& two, double margin, CollisionMemory* memory,
             std::vector<ContactPoint>& points);

/// Reduces the points from index `first` on to at most `most`: the deepest one and those that span
/// the largest polygon perpendicular to its normal; ties are decided by feature. For points of one
/// face, for instance of one pair of convex shapes.
void reduce_points(std::vector<ContactPoint>& points, std::size_t first, std::size_t most);

/// The distance of two shapes.
struct ShapeDistance {
  double distance = 0.0;             ///< m, smallest distance of their points; negative: depth
  Vector3 point1 = Vector3::Zero();  ///< m, world: the nearest of shape 1
  Vector3 point2 = Vector3::Zero();  ///< m, world: the nearest of shape 2
};

/// True if a shape can have a distance [m] to others. Shapes that are or contain a line, a plane, a
/// mesh or a height field cannot.
bool has_distance(const Geometry& geometry);

/// The distance [m] between spheres, boxes, capsules, cylinders, cones, hulls, hollow shapes and
/// composites of them.
/// @throws Error(kInvalidArgument) if one of them is a line, a plane, a mesh or a height field
ShapeDistance distance(const PosedShape& one, const PosedShape& two);

}  // namespace raftup::solver
