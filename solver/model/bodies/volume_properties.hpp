#pragma once

#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

/// Volume, centroid and inertia of a solid of density 1, in its own axes.
struct VolumeProperties {
  double volume;     ///< m3
  Vector3 centroid;  ///< m
  Matrix3 inertia;   ///< m5, about the centroid
};

/// Computes the properties of a solid [m3, m, m5], exactly for every kind. For a mesh it is the sum
/// over the tetrahedra between its triangles and one of its vertices, for a height field that of
/// its solid_relief().
/// @throws Error(kInvalidArgument) if check_geometry() throws, if a mesh is not closed or is turned
///         inside out, and for shapes without volume: a plane, a line
/// @source Tonon (2004), Explicit exact formulas for the 3-D tetrahedron inertia tensor
VolumeProperties volume_properties(const Geometry& geometry);

/// A height field as a closed solid [m]: its surface on top, upright sides, and a flat bottom at
/// bottom_margin below its least height. It has a mass and can be moved by forces.
/// @param field as CollisionShape takes it
TriangleMesh solid_relief(const HeightField& field);

/// d^2 1 - d d^T [m2]: the inertia about a point at the distance d, per unit of mass.
Matrix3 offset_square(const Vector3& d);

}  // namespace raftup::solver
