/// @file Convex hull, rectangle and circle around points in a plane.
#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// Corners of the convex hull of points in a plane, counter-clockwise, without points inside its
/// edges.
/// @source Andrew (1979), Another efficient algorithm for convex hulls in two dimensions
std::vector<Vector2> flat_hull(std::vector<Vector2> points);

/// A rectangle with the points middle + R(x along, y across); `across` is a quarter turn from
/// `along`.
struct Rectangle {
  Vector2 middle;
  Vector2 along;  ///< unit vector
  Vector2 size;   ///< lengths along and across [m]
};

/// Finds the rectangle of least area around a hull; one of its sides contains an edge of the hull.
/// @param hull result of flat_hull(), at least 3 corners
Rectangle least_rectangle(const std::vector<Vector2>& hull);

struct Circle {
  Vector2 middle;
  double radius;
};

/// Finds the least circle that contains all points, with a relative tolerance of 1e-12.
/// @param points at least one
/// @source Welzl (1991), Smallest enclosing disks; iterative, with the points in the given order
Circle least_circle(const std::vector<Vector2>& points);

}  // namespace raftup::solver
