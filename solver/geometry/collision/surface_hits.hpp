#pragma once

#include <vector>

#include "solver/geometry/collision/surface.hpp"

namespace raftup::solver {

/// A line with the points begin + t way, 0 <= t <= 1.
struct PosedLine {
  Vector3 begin, way;  ///< start of the line, and the vector from its start to its end [m]
};

/// The intersection of a line with a triangle of a surface.
struct SurfaceHit {
  /// t of the point on the line.
  double t;
  Vector3 normal;     ///< normal of the triangle
  bool entering;      ///< true if the line enters the solid there
  std::size_t index;  ///< index of the triangle
};

/// Returns all intersections with `from` <= t <= `to`, in ascending order of t.
std::vector<SurfaceHit> surface_hits(const PosedLine& line, const Surface& surface, double from,
                                     double to);

}  // namespace raftup::solver
