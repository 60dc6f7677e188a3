#pragma once

#include <limits>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// A box with sides along the axes; empty until a point is included.
struct Bounds {
  /// Least coordinates of the box [m].
  Vector3 low = Vector3::Constant(std::numeric_limits<double>::infinity());
  /// Greatest coordinates of the box [m].
  Vector3 high = Vector3::Constant(-std::numeric_limits<double>::infinity());

  void include(const Vector3& point) {
    low = low.cwiseMin(point);
    high = high.cwiseMax(point);
  }
  void include(const Bounds& other) {
    low = low.cwiseMin(other.low);
    high = high.cwiseMax(other.high);
  }
  /// The box enlarged by the distance `by` [m] on every side.
  Bounds grown(double by) const {
    return {low - Vector3::Constant(by), high + Vector3::Constant(by)};
  }
  bool overlaps(const Bounds& other) const {
    return (low.array() <= other.high.array()).all() && (other.low.array() <= high.array()).all();
  }
  Vector3 center() const { return 0.5 * (low + high); }
};

}  // namespace raftup::solver
