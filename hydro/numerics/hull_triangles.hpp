#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Triangles between points, each as the indices of its three corners in a list of points.
using IndexTriangles = std::vector<std::array<std::size_t, 3>>;

/// Computes the surface of the convex hull of points with Qhull, as triangles that are
/// counter-clockwise seen from outside, in ascending order. Returns nothing if Qhull finds no hull,
/// for example if all points lie in a plane.
/// @source Barber, Dobkin, Huhdanpaa (1996)
IndexTriangles hull_triangles(std::span<const Vector3> points);

/// Computes the Delaunay triangulation of points in the plane, as counter-clockwise triangles in
/// ascending order. It is the lower side of the convex hull of (x, y, x^2 + y^2). Triangles without
/// area are left out, so that points on a line have no triangles.
/// @source Brown, Voronoi diagrams from convex hulls, Inf. Process. Lett. 9 (1979)
IndexTriangles delaunay_triangles(std::span<const Vector2> points);

}  // namespace raftup::hydro
