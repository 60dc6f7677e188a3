#pragma once

#include <cstdint>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// One point of contact of two shapes, which overlap there or are separated by a small gap.
struct ContactPoint {
  /// p [m], world. It lies midway between the two surfaces: p - n d/2 is on shape 1, p + n d/2 on
  /// shape 2.
  Vector3 position;
  Vector3 normal;  ///< unit normal n, world axes, from shape 2 towards shape 1
  /// Overlap d [m]: the distance by which shape 1 must move along n until the shapes just touch. A
  /// negative value is a gap.
  double depth = 0.0;
  /// Identifies the features (such as a corner and a face) of the two shapes. It is the same in
  /// other steps in which the same features meet.
  std::uint64_t feature = 0;
};

}  // namespace raftup::solver
