/// @file Around points of a plane.
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

/// The one of least area; a side lies on an edge of the hull.
/// @param hull as flat_hull() has it, at least 3 corners
Rectangle least_rectangle(const std::vector<Vector2>& hull);

struct Circle {
  Vector2 middle;
  double radius;
};

/// The least circle that holds all points, to 1e-12 of its radius.
/// @param points at least one
/// @source Welzl (1991), Smallest enclosing disks, in loops, the points in the order given
Circle least_circle(const std::vector<Vector2>& points);

}  // namespace raftup::solver
