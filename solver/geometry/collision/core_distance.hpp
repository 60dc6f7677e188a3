#pragma once

#include "solver/geometry/collision/convex_support.hpp"

namespace raftup::solver {

/// The nearest points of two cores.
struct CoreDistance {
  double distance = 0.0;  ///< m; 0 where they overlap, and the rest is then worth nothing
  Vector3 normal;         ///< unit, from two to one
  Vector3 point1, point2;
};

/// By the algorithm of Gilbert, Johnson and Keerthi. Cores nearer than 1e-12 of their size overlap.
/// @param start     where it looks first, from two to one; not zero
/// @param tolerance of the distance, relative
/// @source Gilbert, Johnson, Keerthi (1988); van den Bergen (1999)
CoreDistance core_distance(const PosedSupport& one, const PosedSupport& two, const Vector3& start,
                           double tolerance);

}  // namespace raftup::solver
