/// @file Convex hull, rectangle and circle around points in a plane.
#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// Corners of the hull, counter-clockwise, none within an edge.
/// @source Andrew (1979), Another efficient algorithm for convex hulls in two dimensions
std::vector<Vector2> flat_hull(std::vector<Vector2> points);

/// A rectangle: middle + R(x along, y across), across a quarter turn from `along`.
struct Rectangle {
  Vector2 middle;
  Vector2 along;  ///< unit
  Vector2 size;   ///< m, along and across
};

/// The rectangle of least area; one of its sides contains an edge of the hull.
/// @param hull result of flat_hull(), at least 3 corners
Rectangle least_rectangle(const std::vector<Vector2>& hull);

struct Circle {
  Vector2 middle;
  double radius;
};

/// The least circle that contains all points, to 1e-12 of its radius.
/// @param points at least one
/// @source Welzl (1991), Smallest enclosing disks, in loops, the points in the order given
Circle least_circle(const std::vector<Vector2>& points);

}  // namespace raftup::solver
