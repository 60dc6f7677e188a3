#include "hydro/excitation/component_sum.hpp"

#include <algorithm>

#include "hydro/numerics/sincos.hpp"

namespace raftup::hydro {
namespace {

/// Blocks taken for one point after the other: 18 kB of coefficients stay in the fastest cache.
constexpr std::size_t kChunk = 8;

/// Lane by lane, the sums of one point.
struct alignas(LaneArray) LaneSums {
  Lanes force[kDofs] = {};
  Lanes per_x[kDofs] = {};
  Lanes per_y[kDofs] = {};
  Lanes per_u[kDofs] = {};
};

/// Adds Re X exp(i phase), with X = c0 + u (c1 + u c2), and its derivatives: by u with
/// X' = c1 + 2 u c2, by x with -i k_x X.
[[gnu::always_inline]] inline void add(const WavePhaseBlock& phases, const ForceParabola& X,
                                       const SumPoint& at, LaneSums& sums) {
  Lanes turns, sine, cosine;
  phases.at(at.time, at.x, at.y, turns);
  sincos_turns(turns, sine, cosine);
  const Lanes k_x = phases.wavenumber_x.lanes(), k_y = phases.wavenumber_y.lanes();
  for (std::size_t dof = 0; dof < kDofs; ++dof) {
    const Lanes bend_real = at.u * X.quadratic.real[dof].lanes();
    const Lanes bend_imaginary = at.u * X.quadratic.imaginary[dof].lanes();
    const Lanes chord_real = X.linear.real[dof].lanes() + bend_real;
    const Lanes chord_imaginary = X.linear.imaginary[dof].lanes() + bend_imaginary;
    const Lanes real = X.constant.real[dof].lanes() + at.u * chord_real;
    const Lanes imaginary = X.constant.imaginary[dof].lanes() + at.u * chord_imaginary;
    const Lanes quadrature = real * sine + imaginary * cosine;
    sums.force[dof] += real * cosine - imaginary * sine;
    sums.per_x[dof] += k_x * quadrature;
    sums.per_y[dof] += k_y * quadrature;
    sums.per_u[dof] +=
        (chord_real + bend_real) * cosine - (chord_imaginary + bend_imaginary) * sine;
  }
}

RAFTUP_VECTOR_CLONES void add_blocks(const WavePhaseBlock* phases, const ForceParabola* X,
                                     std::size_t count, const SumPoint& at, LaneSums& sums) {
  LaneSums partial = sums;
  for (std::size_t block = 0; block < count; ++block) add(phases[block], X[block], at, partial);
  sums = partial;
}

/// The sum over the lanes in their order.
Vector6 total(const Lanes* sums, double factor) {
  Vector6 result;
  for (std::size_t dof = 0; dof < kDofs; ++dof) {
    double sum = 0.0;
    for (std::size_t lane = 0; lane < kLaneCount; ++lane) sum += sums[dof][lane];
    result[static_cast<Eigen::Index>(dof)] = factor * sum;
  }
  return result;
}

}  // namespace

void sum_components(const WavePhases& phases, std::span<const SumPoint> points,
                    std::span<ForceGradient> sums) {
  std::vector<LaneSums> lane_sums(points.size());
  for (std::size_t begin = 0; begin < phases.size(); begin += kChunk) {
    const std::size_t count = std::min(kChunk, phases.size() - begin);
    for (std::size_t p = 0; p < points.size(); ++p) {
      add_blocks(&phases[begin], &(*points[p].coefficients)[begin], count, points[p], lane_sums[p]);
    }
  }
  for (std::size_t p = 0; p < points.size(); ++p) {
    const LaneSums& of_point = lane_sums[p];
    sums[p] = {total(of_point.force, 1.0), total(of_point.per_x, kTwoPi),
               total(of_point.per_y, kTwoPi), total(of_point.per_u, 1.0)};
  }
}

}  // namespace raftup::hydro
