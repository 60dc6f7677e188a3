#include "hydro/excitation/component_sum.hpp"

#include <algorithm>

#include "hydro/numerics/clones.hpp"
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

/// X = c0 + u (c1 + u c2) at one dof and its derivative by u.
struct Blend {
  Lanes value, slope;
};

[[gnu::always_inline]] inline void blend(const LaneArray& c0, const LaneArray& c1,
                                         const LaneArray& c2, double u, Blend& X) {
  const Lanes bend = u * c2.lanes();
  const Lanes chord = c1.lanes() + bend;
  X.value = c0.lanes() + u * chord;
  X.slope = chord + bend;
}

/// Adds Re X exp(i phase) of one block and, if asked for, its derivatives: by x with -i k_x X.
template <bool kWithGradient>
[[gnu::always_inline]] inline void add(const WavePhaseBlock& phases, const ForceParabola& X,
                                       const SumPoint& at, LaneSums& sums) {
  Lanes turns, sine, cosine;
  phases.at(at.time, at.x, at.y, turns);
  sincos_turns(turns, sine, cosine);
  for (std::size_t dof = 0; dof < kDofs; ++dof) {
    Blend real, imaginary;
    blend(X.constant.real[dof], X.linear.real[dof], X.quadratic.real[dof], at.u, real);
    blend(X.constant.imaginary[dof], X.linear.imaginary[dof], X.quadratic.imaginary[dof], at.u,
          imaginary);
    sums.force[dof] += real.value * cosine - imaginary.value * sine;
    if constexpr (kWithGradient) {
      const Lanes quadrature = real.value * sine + imaginary.value * cosine;
      sums.per_x[dof] += phases.wavenumber_x.lanes() * quadrature;
      sums.per_y[dof] += phases.wavenumber_y.lanes() * quadrature;
      sums.per_u[dof] += real.slope * cosine - imaginary.slope * sine;
    }
  }
}

/// Adds `count` blocks; the sums stay in registers meanwhile.
template <bool kWithGradient>
[[gnu::always_inline]] inline void add_all(const WavePhaseBlock* phases, const ForceParabola* X,
                                           std::size_t count, const SumPoint& at, LaneSums& sums) {
  LaneSums partial = sums;
  for (std::size_t block = 0; block < count; ++block) {
    add<kWithGradient>(phases[block], X[block], at, partial);
  }
  sums = partial;
}

RAFTUP_CLONES void add_forces(const WavePhaseBlock* phases, const ForceParabola* X,
                              std::size_t count, const SumPoint& at, LaneSums& sums) {
  add_all<false>(phases, X, count, at, sums);
}

RAFTUP_CLONES void add_gradients(const WavePhaseBlock* phases, const ForceParabola* X,
                                 std::size_t count, const SumPoint& at, LaneSums& sums) {
  add_all<true>(phases, X, count, at, sums);
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
      const ForceParabola* X = points[p].coefficients->data() + begin;
      if (points[p].with_gradient) {
        add_gradients(&phases[begin], X, count, points[p], lane_sums[p]);
      } else {
        add_forces(&phases[begin], X, count, points[p], lane_sums[p]);
      }
    }
  }
  for (std::size_t p = 0; p < points.size(); ++p) {
    const LaneSums& of_point = lane_sums[p];
    sums[p] = {total(of_point.force, 1.0), total(of_point.per_x, kTwoPi),
               total(of_point.per_y, kTwoPi), total(of_point.per_u, 1.0)};
  }
}

}  // namespace raftup::hydro
