#pragma once

#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {

/// The angle within half a turn of 0 that is the same direction [rad].
inline double wrapped(double angle) {
  return angle - kTwoPi * nearest_integer(angle * kTurnsPerRadian);
}

}  // namespace raftup::solver
