#pragma once

#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

/// Volume, centroid and moments of inertia of a solid of density 1, in the axes of the shape.
struct VolumeProperties {
  double volume;     ///< m3
  Vector3 centroid;  ///< m
  Matrix3 inertia;   ///< moments of inertia for the density 1, about the centroid [m5]
};

/// Computes volume, centroid and inertia of a solid of density 1 [m3, m, m5], exactly for every
/// kind of shape. The properties of a mesh are the sum over the tetrahedra between its triangles
/// and one of its vertices; those of a height field are computed from its solid_relief().
/// @throws Error(kInvalidArgument) if check_geometry() throws, if a mesh is not closed or its
///         triangles are oriented inwards, and for a plane or a line, which have no volume
/// @source Tonon (2004), Explicit exact formulas for the 3-D tetrahedron inertia tensor
VolumeProperties volume_properties(const Geometry& geometry);

/// Converts a height field to a closed mesh [m]: the terrain on top, vertical sides, and a flat
/// bottom at bottom_margin below its least height. As a closed solid it has a mass and can be moved
/// by forces.
/// @param field a height field that fulfills check_geometry()
TriangleMesh solid_relief(const HeightField& field);

/// The matrix d^2 1 - d d^T [m2]. Multiplied by a mass, it is the inertia of a mass point at d
/// about the origin.
Matrix3 offset_square(const Vector3& d);

}  // namespace raftup::solver
