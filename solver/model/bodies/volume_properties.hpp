#pragma once

#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

/// Of a solid per unit of density, in its own axes.
struct VolumeProperties {
  double volume;     ///< m3
  Vector3 centroid;  ///< m
  Matrix3 inertia;   ///< m5, about the centroid
};

/// Exact for every kind. Of a mesh it is the sum over the tetrahedra between its triangles and one
/// of its vertices, of a height field that of its solid_relief().
/// @throws Error(kInvalidArgument) where check_geometry() does, where a mesh is not closed or is
///         turned inside out, and for what has no volume: a plane, a line
/// @source Tonon (2004), Explicit exact formulas for the 3-D tetrahedron inertia tensor
VolumeProperties volume_properties(const Geometry& geometry);

/// A height field as a solid: its surface on top, upright sides, and a flat bottom at
/// bottom_margin under its least height. Closed, so that it has a mass and may move by forces.
/// @param field as CollisionShape takes it
TriangleMesh solid_relief(const HeightField& field);

/// d^2 1 - d d^T: the inertia about a point that lies d away, per unit of mass.
Matrix3 offset_square(const Vector3& d);

}  // namespace raftup::solver
