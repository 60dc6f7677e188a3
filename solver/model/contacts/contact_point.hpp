#pragma once

#include <cstdint>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// One point where two shapes touch.
struct ContactPoint {
  Vector3 position;           ///< p [m], world, midway: p - n d/2 on shape 1, p + n d/2 on shape 2
  Vector3 normal;             ///< n, unit, world: moves shape 1 out of shape 2
  double depth = 0.0;         ///< d [m]: way along n until they just touch; > 0 overlap
  std::uint64_t feature = 0;  ///< the same for the same features of both shapes in another step
};

}  // namespace raftup::solver
