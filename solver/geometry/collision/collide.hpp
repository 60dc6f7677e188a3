#pragma once

#include <optional>
#include <vector>

#include "solver/geometry/collision/collision_shape.hpp"
#include "solver/model/contacts/contact_point.hpp"

namespace raftup::solver {

/// The data with which the search for contacts of a pair of shapes begins; it is kept from one step
/// to the next. Since the result of a search may depend on it, it is part of the state of the
/// simulation.
struct CollisionMemory {
  /// The last normal, a unit vector in world axes; zero if there is none.
  Vector3 normal = Vector3::Zero();
};

/// Appends the points at which two shapes touch, at most 8 for two convex shapes. There are none if
/// the shapes are farther apart than the margin. Planes and height fields never touch each other.
/// @param margin [m], >= 0: points with depth > -margin are appended
/// @param memory of this pair, read and updated; may be null
/// @param points receives the points
/// @source clipping of faces: Sutherland and Hodgman (1974); van den Bergen, Collision Detection in
///         Interactive 3D Environments (2003)
void collide(const PosedShape& one, const PosedShape& two, double margin, CollisionMemory* memory,
             std::vector<ContactPoint>& points);

/// Reduces the points from index `first` on to at most `most` points. The result contains the
/// deepest point and the points that span the largest polygon perpendicular to its normal; ties are
/// decided by the feature of the points. The points must be of one face, for instance of one pair
/// of convex shapes.
void reduce_points(std::vector<ContactPoint>& points, std::size_t first, std::size_t most);

/// The distance of two shapes and their nearest points.
struct ShapeDistance {
  /// Smallest distance between points of the shapes [m]; if they overlap, minus the depth.
  double distance = 0.0;
  Vector3 point1 = Vector3::Zero();  ///< nearest point of shape 1 [m, world frame]
  Vector3 point2 = Vector3::Zero();  ///< nearest point of shape 2 [m, world frame]
};

/// True if distances [m] from a shape to others can be computed. They cannot for a line, a plane, a
/// mesh or a height field, or a composite that contains one.
bool has_distance(const Geometry& geometry);

/// Computes the distance [m] between two shapes, each a sphere, box, capsule, cylinder, cone, hull,
/// hollow shape or a composite of these.
/// @throws Error(kInvalidArgument) if one of the shapes is or contains a line, a plane, a mesh or a
///         height field
ShapeDistance distance(const PosedShape& one, const PosedShape& two);

}  // namespace raftup::solver
