#pragma once

#include <vector>

#include "solver/geometry/collision/surface.hpp"

namespace raftup::solver {

/// A line of points begin + t way, 0 <= t <= 1.
struct PosedLine {
  Vector3 begin, way;  ///< m
};

/// The intersection of a line with a triangle of a surface.
struct SurfaceHit {
  double t;
  Vector3 normal;     ///< of the triangle
  bool entering;      ///< true if the line enters from outside
  std::size_t index;  ///< of the triangle
};

/// All intersections with `from` <= t <= `to`, in order.
std::vector<SurfaceHit> surface_hits(const PosedLine& line, const Surface& surface, double from,
                                     double to);

}  // namespace raftup::solver
