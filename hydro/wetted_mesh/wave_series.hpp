/// @file Sums of Chebyshev series of waves, along the waves and over the depth [m], at many points.
#pragma once

#include <cstddef>

#include "hydro/numerics/lanes.hpp"

namespace raftup::hydro {

/// Chebyshev series of waves: the sum over n and l of c_nl T_n(d/R) T_l(1 + 2 z/D), where d is the
/// distance along the waves [m] and z the height above the still water plane [m].
struct WaveSeries {
  const double* coefficients;  ///< Chebyshev coefficients c_nl, with l varying fastest
  std::size_t degrees;         ///< number of degrees n along the waves, at least 1
  std::size_t depth_degrees;   ///< number of degrees l, even; not used for a series without depth
  double two_over_depth;       ///< factor of the height z, 2/D [1/m], with the depth D [m]
  /// Unit vector in the direction that the waves travel to, divided by R [1/m].
  double way_x, way_y;
};

/// Positions of points [m, relative to the center of the waves], in SIMD blocks.
struct WavePoints {
  const LaneArray *x, *y;
  const LaneArray* z;  ///< heights above the still water plane [m]; null for a series without depth
};

/// Largest number of degrees l of a Chebyshev series over the depth.
inline constexpr std::size_t kMostDepthDegrees = 64;

/// Adds the series without depth, sum over n of c_n T_n(d/R), at the points of `count` SIMD blocks
/// to `sums`, by Clenshaw's recurrence. The result is bit for bit the same for every SIMD width.
void add_wave_series(const WaveSeries& series, const WavePoints& at, std::size_t count,
                     LaneArray* sums);

/// Adds the series along the waves and over the depth [m] at the points of `count` SIMD blocks to
/// `sums`.
void add_wave_depth_series(const WaveSeries& series, const WavePoints& at, std::size_t count,
                           LaneArray* sums);

}  // namespace raftup::hydro
