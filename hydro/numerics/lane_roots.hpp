/// @file Square roots for SIMD vectors. Files that include this one are compiled with
///         -fno-math-errno, so that a square root of a vector is a single instruction.
#pragma once

#include <cmath>
#include <cstddef>

namespace raftup {

/// Replaces each element of a vector by its square root.
/// @tparam V a vector of doubles, see lanes.hpp
template <typename V>
[[gnu::always_inline]] inline void replace_by_roots(V& squares) {
  for (std::size_t lane = 0; lane < sizeof(V) / sizeof(double); ++lane) {
    squares[lane] = std::sqrt(squares[lane]);
  }
}

}  // namespace raftup
