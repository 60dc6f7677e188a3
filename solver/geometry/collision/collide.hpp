#pragma once

#include <optional>
#include <vector>

#include "solver/geometry/collision/collision_shape.hpp"
#include "solver/model/contacts/contact_point.hpp"

namespace raftup::solver {

/// What a pair of shapes keeps from one step for the next: where the search begins. As the search
/// may end elsewhere from elsewhere, it belongs to the state of what is simulated.
struct CollisionMemory {
  Vector3 normal = Vector3::Zero();  ///< the last one, unit, world; zero where none is known
};

/// Appends the points where two shapes touch, at most 8 for two convex ones; none where they are
/// further apart than the margin. Planes and height fields do not meet each other or themselves.
/// @param margin m, >= 0: points with depth > -margin are kept
/// @param memory of this pair, read and written; may be null
/// @source clipping of faces: Sutherland and Hodgman (1974); van den Bergen, Collision Detection in
///         Interactive 3D Environments (2003)
void collide(const PosedShape& one, const PosedShape& two, double margin, CollisionMemory* memory,
             std::vector<ContactPoint>& points);

/// Keeps of the points from index `first` on at most `most`: the deepest, then those that span the
/// largest polygon across its normal; ties by feature. For points of one face, say of one pair of
/// convex shapes.
void reduce_points(std::vector<ContactPoint>& points, std::size_t first, std::size_t most);

/// How far two shapes are apart.
struct ShapeDistance {
  double distance = 0.0;             ///< m, least over their points; negative: depth
  Vector3 point1 = Vector3::Zero();  ///< m, world: the nearest of shape 1
  Vector3 point2 = Vector3::Zero();  ///< m, world: the nearest of shape 2
};

/// Whether a shape has a distance to others: none do that are or contain a line, a plane, a mesh or
/// a height field.
bool has_distance(const Geometry& geometry);

/// Between spheres, boxes, capsules, cylinders, cones, hulls, hollow ones and composites of them.
/// @throws Error(kInvalidArgument) where one of them is a line, a plane, a mesh or a height field
ShapeDistance distance(const PosedShape& one, const PosedShape& two);

}  // namespace raftup::solver
