#include "hydro/wetted_mesh/wave_series.hpp"

#include "hydro/numerics/vector_width.hpp"

namespace raftup::hydro {

namespace {

/// A SIMD register of doubles, and the number of registers for eight lanes.
template <std::size_t kWidth>
using LaneGroup = typename SomeLanes<kWidth>::Type;
template <std::size_t kWidth>
inline constexpr std::size_t kParts = kLaneCount / kWidth;

/// Number of registers for some blocks. Each has its own chain of sums: several independent chains
/// keep a processor busy that would otherwise wait for the end of one.
template <std::size_t kWidth, std::size_t kBlocks>
inline constexpr std::size_t kChains = kBlocks* kParts<kWidth>;

/// Returns the number of blocks that fill `chains` registers, at least one.
template <std::size_t kWidth>
constexpr std::size_t blocks_for(std::size_t chains) {
  return chains > kParts<kWidth> ? chains / kParts<kWidth> : 1;
}

/// Computes the distances along the waves, divided by R.
template <std::size_t kWidth, std::size_t kBlocks>
[[gnu::always_inline]] inline void place_chains(const WaveSeries& series, const WavePoints& at,
                                                LaneGroup<kWidth> (&d)[kChains<kWidth, kBlocks>]) {
  for (std::size_t c = 0; c < kChains<kWidth, kBlocks>; ++c) {
    const std::size_t block = c / kParts<kWidth>, lane = c % kParts<kWidth> * kWidth;
    d[c] = series.way_x * at.x[block].template some<kWidth>(lane) +
           series.way_y * at.y[block].template some<kWidth>(lane);
  }
}

/// Sums a series along the waves at the points of some blocks by Clenshaw's recurrence.
template <std::size_t kWidth, std::size_t kBlocks>
[[gnu::always_inline]] inline void add_series_at(const WaveSeries& series, const WavePoints& at,
                                                 LaneArray* sums) {
  constexpr std::size_t kCount = kChains<kWidth, kBlocks>;
  LaneGroup<kWidth> d[kCount], b1[kCount]{}, b2[kCount]{};
  place_chains<kWidth, kBlocks>(series, at, d);
  for (std::size_t n = series.degrees - 1; n > 0; --n) {
    for (std::size_t c = 0; c < kCount; ++c) {
      const LaneGroup<kWidth> next = (series.coefficients[n] - b2[c]) + (d[c] + d[c]) * b1[c];
      b2[c] = b1[c];
      b1[c] = next;
    }
  }
  for (std::size_t c = 0; c < kCount; ++c) {
    sums[c / kParts<kWidth>].template some<kWidth>(c % kParts<kWidth> * kWidth) +=
        (series.coefficients[0] - b2[c]) + d[c] * b1[c];
  }
}

[[gnu::always_inline]] inline WavePoints behind(const WavePoints& at, std::size_t blocks) {
  return {at.x + blocks, at.y + blocks, at.z == nullptr ? nullptr : at.z + blocks};
}

template <std::size_t kWidth>
[[gnu::always_inline]] inline void add_some_series(const WaveSeries& series, const WavePoints& at,
                                                   std::size_t count, LaneArray* sums) {
  constexpr std::size_t kBlocks = blocks_for<kWidth>(4);
  std::size_t block = 0;
  for (; block + kBlocks <= count; block += kBlocks) {
    add_series_at<kWidth, kBlocks>(series, behind(at, block), sums + block);
  }
  for (; block < count; ++block) {
    add_series_at<kWidth, 1>(series, behind(at, block), sums + block);
  }
}

/// Sums a series whose coefficients are themselves sums over the depth. T_0 to T_(depth_degrees -
/// 1) are computed once for each point.
template <std::size_t kWidth, std::size_t kBlocks>
[[gnu::always_inline]] inline void add_depth_series_at(const WaveSeries& series,
                                                       const WavePoints& at, LaneArray* sums) {
  constexpr std::size_t kCount = kChains<kWidth, kBlocks>;
  LaneGroup<kWidth> T[kMostDepthDegrees][kCount];
  for (std::size_t c = 0; c < kCount; ++c) {
    const std::size_t block = c / kParts<kWidth>, lane = c % kParts<kWidth> * kWidth;
    const LaneGroup<kWidth> x =
        1.0 + series.two_over_depth * at.z[block].template some<kWidth>(lane);
    T[0][c] = LaneGroup<kWidth>{} + 1.0;
    T[1][c] = x;
    for (std::size_t l = 2; l < series.depth_degrees; ++l) {
      T[l][c] = 2.0 * x * T[l - 1][c] - T[l - 2][c];
    }
  }
  LaneGroup<kWidth> d[kCount], b1[kCount]{}, b2[kCount]{};
  place_chains<kWidth, kBlocks>(series, at, d);
  for (std::size_t n = series.degrees; n-- > 0;) {
    const double* row = series.coefficients + n * series.depth_degrees;
    LaneGroup<kWidth> even[kCount]{}, odd[kCount]{};
    for (std::size_t l = 0; l < series.depth_degrees; l += 2) {
      for (std::size_t c = 0; c < kCount; ++c) {
        even[c] += row[l] * T[l][c];
        odd[c] += row[l + 1] * T[l + 1][c];
      }
    }
    for (std::size_t c = 0; c < kCount; ++c) {
      const LaneGroup<kWidth> factor = n > 0 ? d[c] + d[c] : d[c];
      const LaneGroup<kWidth> next = ((even[c] + odd[c]) - b2[c]) + factor * b1[c];
      b2[c] = b1[c];
      b1[c] = next;
    }
  }
  for (std::size_t c = 0; c < kCount; ++c) {
    sums[c / kParts<kWidth>].template some<kWidth>(c % kParts<kWidth> * kWidth) += b1[c];
  }
}

template <std::size_t kWidth>
[[gnu::always_inline]] inline void add_some_depth_series(const WaveSeries& series,
                                                         const WavePoints& at, std::size_t count,
                                                         LaneArray* sums) {
  constexpr std::size_t kBlocks = blocks_for<kWidth>(2);
  std::size_t block = 0;
  for (; block + kBlocks <= count; block += kBlocks) {
    add_depth_series_at<kWidth, kBlocks>(series, behind(at, block), sums + block);
  }
  for (; block < count; ++block) {
    add_depth_series_at<kWidth, 1>(series, behind(at, block), sums + block);
  }
}

}  // namespace

void add_wave_series(const WaveSeries& series, const WavePoints& at, std::size_t count,
                     LaneArray* sums) {
  at_full_width<add_some_series<8>, add_some_series<4>, add_some_series<2>>(series, at, count,
                                                                            sums);
}

void add_wave_depth_series(const WaveSeries& series, const WavePoints& at, std::size_t count,
                           LaneArray* sums) {
  at_full_width<add_some_depth_series<8>, add_some_depth_series<4>, add_some_depth_series<2>>(
      series, at, count, sums);
}

}  // namespace raftup::hydro
