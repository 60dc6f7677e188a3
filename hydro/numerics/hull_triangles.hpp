#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Three points each, by their places in a list.
using IndexTriangles = std::vector<std::array<std::size_t, 3>>;

/// Surface of the convex hull of points, by Qhull: triangles counter-clockwise seen from outside,
/// in ascending order. None where Qhull finds no hull, as of points in a plane.
/// @source Barber, Dobkin, Huhdanpaa (1996)
IndexTriangles hull_triangles(std::span<const Vector3> points);

/// Delaunay's triangles of points in the plane, counter-clockwise, in ascending order: the lower
/// side of the hull of (x, y, x^2 + y^2). Triangles without an area are left out, so that points on
/// a line have none.
/// @source Brown, Voronoi diagrams from convex hulls, Inf. Process. Lett. 9 (1979)
IndexTriangles delaunay_triangles(std::span<const Vector2> points);

}  // namespace raftup::hydro
