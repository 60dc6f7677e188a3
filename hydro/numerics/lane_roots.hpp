/// @file Square roots in lanes. What includes it is compiled with -fno-math-errno, so that they are
/// the one instruction that they are.
#pragma once

#include <cmath>
#include <cstddef>

namespace raftup {

/// @param squares replaced by their square roots
/// @tparam V a vector of doubles, see lanes.hpp
template <typename V>
[[gnu::always_inline]] inline void replace_by_roots(V& squares) {
  for (std::size_t lane = 0; lane < sizeof(V) / sizeof(double); ++lane) {
    squares[lane] = std::sqrt(squares[lane]);
  }
}

}  // namespace raftup
