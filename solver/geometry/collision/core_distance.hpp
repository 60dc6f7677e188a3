#pragma once

#include "solver/geometry/collision/convex_support.hpp"

namespace raftup::solver {

/// The nearest points of two cores.
struct CoreDistance {
  double distance = 0.0;  ///< m; 0 if they overlap, and the other members are then meaningless
  Vector3 normal;         ///< unit, from two to one
  Vector3 point1, point2;
};

/// Finds them by the algorithm of Gilbert, Johnson and Keerthi. Cores nearer than 1e-12 of their
/// size [m] count as overlapping.
/// @param start     direction in which the search begins, from two to one; not zero
/// @param tolerance of the distance, relative
CoreDistance core_distance(const PosedSupport& one, const PosedSupport& two, const Vector3& start,
                           double tolerance);

}  // namespace raftup::solver
