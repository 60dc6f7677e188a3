/// @file Sums of Chebyshev series along waves and over the depth [m], at many points.
#pragma once

#include <cstddef>

#include "hydro/numerics/lanes.hpp"

namespace raftup::hydro {

/// sum_nl c_nl T_n(d/R) T_l(1 + 2 z/D), d the distance along the waves [m].
struct WaveSeries {
  const double* coefficients;  ///< c_nl, l running fastest
  std::size_t degrees;         ///< of n, at least 1
  std::size_t depth_degrees;   ///< of l, even; not used without a depth D [m]
  double two_over_depth;       ///< 2/D [1/m]
  double way_x, way_y;  ///< direction in which the waves travel, a unit vector divided by R [1/m]
};

/// Positions of points in blocks [m].
struct WavePoints {
  const LaneArray *x, *y;
  const LaneArray* z;  ///< m; null without a depth
};

/// Largest number of degrees over the depth.
inline constexpr std::size_t kMostDepthDegrees = 64;

/// Adds the series along the waves at the points of `count` blocks, by Clenshaw's recurrence. The
/// same bits in every vector width.
void add_wave_series(const WaveSeries& series, const WavePoints& at, std::size_t count,
                     LaneArray* sums);

/// Adds the series along the waves and over the depth [m].
void add_wave_depth_series(const WaveSeries& series, const WavePoints& at, std::size_t count,
                           LaneArray* sums);

}  // namespace raftup::hydro
