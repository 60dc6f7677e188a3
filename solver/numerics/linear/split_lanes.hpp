#pragma once

#include "hydro/numerics/lanes.hpp"

namespace raftup::solver {

/// Eight lanes as vector registers of a given width, for code that is compiled for this width. The
/// values stay in registers; values written to memory one by one could not be loaded as a vector
/// without delay.
template <std::size_t kWidth>
struct SplitLanes {
  using V = typename SomeLanes<kWidth>::Type;
  static constexpr std::size_t kParts = kLaneCount / kWidth;
  V parts[kParts] = {};

  SplitLanes() = default;
  [[gnu::always_inline]] explicit SplitLanes(const LaneArray& from) { load(from); }

  [[gnu::always_inline]] void load(const LaneArray& from) {
    for (std::size_t i = 0; i < kParts; ++i) parts[i] = from.template some<kWidth>(i * kWidth);
  }
  [[gnu::always_inline]] void store(LaneArray& to) const {
    for (std::size_t i = 0; i < kParts; ++i) to.template some<kWidth>(i * kWidth) = parts[i];
  }
  [[gnu::always_inline]] double lane(std::size_t i) const { return parts[i / kWidth][i % kWidth]; }
  /// Writes eight numbers to lanes in whole registers.
  [[gnu::always_inline]] static void write(const double (&v)[kLaneCount], LaneArray& to) {
    for (std::size_t i = 0; i < kLaneCount; i += kWidth) {
      join(v + i, to.template some<kWidth>(i));
    }
  }
  /// Adds row times factor.
  [[gnu::always_inline]] void add(const SplitLanes& row, double factor) {
    for (std::size_t i = 0; i < kParts; ++i) parts[i] += row.parts[i] * factor;
  }
  /// Subtracts row times factor.
  [[gnu::always_inline]] void subtract(const SplitLanes& row, double factor) {
    for (std::size_t i = 0; i < kParts; ++i) parts[i] -= row.parts[i] * factor;
  }
  /// Multiplies each lane by the same lane of `other`.
  [[gnu::always_inline]] void multiply(const SplitLanes& other) {
    for (std::size_t i = 0; i < kParts; ++i) parts[i] *= other.parts[i];
  }
  /// Adds the products of the lanes of a and b.
  [[gnu::always_inline]] void add_product(const SplitLanes& a, const SplitLanes& b) {
    for (std::size_t i = 0; i < kParts; ++i) parts[i] += a.parts[i] * b.parts[i];
  }
  /// Returns the sum of the lanes, in the order of fold(): halves, then quarters, then the last
  /// two.
  [[gnu::always_inline]] double sum() const {
    using Half = typename SomeLanes<4>::Type;
    using Quarter = typename SomeLanes<2>::Type;
    Quarter quarter;
    if constexpr (kWidth == 2) {
      quarter = (parts[0] + parts[2]) + (parts[1] + parts[3]);
    } else {
      Half half;
      if constexpr (kWidth == 4) {
        half = parts[0] + parts[1];
      } else {
        half = __builtin_shufflevector(parts[0], parts[0], 0, 1, 2, 3) +
               __builtin_shufflevector(parts[0], parts[0], 4, 5, 6, 7);
      }
      quarter =
          __builtin_shufflevector(half, half, 0, 1) + __builtin_shufflevector(half, half, 2, 3);
    }
    return quarter[0] + quarter[1];
  }

 private:
  [[gnu::always_inline]] static void join(const double* v, V& to) {
    if constexpr (kWidth == 8) {
      const V all = {v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7]};
      to = all;
    } else if constexpr (kWidth == 4) {
      const V all = {v[0], v[1], v[2], v[3]};
      to = all;
    } else {
      const V all = {v[0], v[1]};
      to = all;
    }
  }
};

/// Calls `Work` with the number of rows of a block as a compile-time constant, so that its loops
/// are unrolled.
template <template <std::size_t, std::size_t> typename Work, std::size_t kWidth,
          typename... Arguments>
[[gnu::always_inline]] inline auto with_rows(std::size_t rows, Arguments&&... arguments) {
  switch (rows) {
    case 1:
      return Work<kWidth, 1>::act(arguments...);
    case 2:
      return Work<kWidth, 2>::act(arguments...);
    case 3:
      return Work<kWidth, 3>::act(arguments...);
    case 4:
      return Work<kWidth, 4>::act(arguments...);
    case 5:
      return Work<kWidth, 5>::act(arguments...);
    case 6:
      return Work<kWidth, 6>::act(arguments...);
    case 7:
      return Work<kWidth, 7>::act(arguments...);
    default:
      return Work<kWidth, 8>::act(arguments...);
  }
}

}  // namespace raftup::solver
