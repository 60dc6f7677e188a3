#pragma once

#include <cmath>
#include <span>

#include "hydro/numerics/types.hpp"

namespace raftup::solver::rods {

/// Computes the unit tangents q of the nodes: the normalized sum of the unit vectors along both
/// elements, or the one of an end. A node whose elements are folded onto one another has the
/// direction of the element after it.
/// @param x positions of the nodes [m], at least two
/// @param tangents receives one unit vector for each node
inline void find_tangents(std::span<const Vector3> x, std::span<Vector3> tangents) {
  Vector3 before = Vector3::Zero();
  for (std::size_t i = 0; i < x.size(); ++i) {
    Vector3 after = Vector3::Zero();
    if (i + 1 < x.size()) {
      after = x[i + 1] - x[i];
      const double length = after.norm();
      if (length > 0.0) after /= length;
    }
    const Vector3 sum = before + after;
    const double squared = sum.squaredNorm();
    if (squared > 0.0) {
      tangents[i] = sum / std::sqrt(squared);
    } else {
      tangents[i] = after.squaredNorm() > 0.0 ? after : Vector3(Vector3::UnitX());
    }
    before = after;
  }
}

}  // namespace raftup::solver::rods
