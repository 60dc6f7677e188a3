#pragma once

#include "solver/geometry/collision/convex_support.hpp"

namespace raftup::solver {

/// The distance of two cores and their nearest points [m].
struct CoreDistance {
  /// Distance of the cores [m]; 0 if they overlap, and then the other members have no meaning.
  double distance = 0.0;
  Vector3 normal;  ///< unit vector from two to one
  Vector3 point1, point2;
};

/// Finds the nearest points of two cores by the algorithm of Gilbert, Johnson and Keerthi. Cores
/// nearer than 1e-12 of their size [m] count as overlapping.
/// @param start     direction from two to one in which the search begins; not zero
/// @param tolerance relative tolerance of the distance
CoreDistance core_distance(const PosedSupport& one, const PosedSupport& two, const Vector3& start,
                           double tolerance);

}  // namespace raftup::solver
