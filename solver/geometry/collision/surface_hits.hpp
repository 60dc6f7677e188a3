#pragma once

#include <vector>

#include "solver/geometry/collision/surface.hpp"

namespace raftup::solver {

/// A line of points begin + t way, 0 <= t <= 1.
struct PosedLine {
  Vector3 begin, way;  ///< m
};

/// Where a line goes through a triangle of a surface.
struct SurfaceHit {
  double t;
  Vector3 normal;     ///< of the triangle
  bool entering;      ///< from its outside
  std::size_t index;  ///< of the triangle
};

/// All places with `from` <= t <= `to`, in order.
std::vector<SurfaceHit> surface_hits(const PosedLine& line, const Surface& surface, double from,
                                     double to);

}  // namespace raftup::solver
