#include "hydro/sea/bound_waves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/lane_exponential.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup::hydro {
namespace {

using PairBlock = BoundWaves::PairBlock;
using FreeBlock = BoundWaves::FreeBlock;

/// e^(-2x), 0 where x is infinite.
double twice_decayed(double x) { return std::isfinite(x) ? exponential(-2.0 * x) : 0.0; }

/// Complex sums in lanes.
struct Sum {
  Lanes real{}, imaginary{};

  [[gnu::always_inline]] void add(const Lanes& factor, const Lanes& re, const Lanes& im) {
    real += factor * re;
    imaginary += factor * im;
  }
  /// The real and the imaginary part of the sum of all lanes times a number.
  [[gnu::always_inline]] double real_times(double re, double im) const {
    return re * fold(real) - im * fold(imaginary);
  }
  [[gnu::always_inline]] double imaginary_times(double re, double im) const {
    return re * fold(imaginary) + im * fold(real);
  }
};

/// eta_2, its rate, its slopes.
using SurfaceSums = std::array<double, 4>;

/// Adds the pairs of one component with blocks of others.
/// @param sign 1 for sums, -1 for differences: of the others' phases
[[gnu::always_inline]] inline void add_surface(const PairBlock* pairs, const ComplexLanes* others,
                                               std::size_t count, double sign, const double* own,
                                               SurfaceSums& sums) {
  Sum elevation, rate, slope_x, slope_y;
  for (std::size_t block = 0; block < count; ++block) {
    const PairBlock& pair = pairs[block];
    const Lanes re = pair.K.lanes() * others[block].real.lanes();
    const Lanes im = sign * (pair.K.lanes() * others[block].imaginary.lanes());
    elevation.real += re;
    elevation.imaginary += im;
    rate.add(pair.omega.lanes(), re, im);
    slope_x.add(pair.kx.lanes(), re, im);
    slope_y.add(pair.ky.lanes(), re, im);
  }
  sums[0] += elevation.real_times(own[0], own[1]);
  sums[1] -= rate.imaginary_times(own[0], own[1]);
  sums[2] += slope_x.imaginary_times(own[0], own[1]);
  sums[3] += slope_y.imaginary_times(own[0], own[1]);
}

/// Of those the first alone, with the same bits.
[[gnu::always_inline]] inline double sum_elevation_of_pairs(const PairBlock* pairs,
                                                            const ComplexLanes* others,
                                                            std::size_t count, double sign,
                                                            const double* own) {
  Sum elevation;
  for (std::size_t block = 0; block < count; ++block) {
    const Lanes K = pairs[block].K.lanes();
    elevation.real += K * others[block].real.lanes();
    elevation.imaginary += sign * (K * others[block].imaginary.lanes());
  }
  return elevation.real_times(own[0], own[1]);
}

/// Velocity, its rate, pressure.
using PairSums = std::array<double, 7>;

[[gnu::always_inline]] inline void add_pairs(const PairBlock* pairs, const ComplexLanes* others,
                                             std::size_t count, double sign, const double* own,
                                             double z, PairSums& sums) {
  Sum u, v, w, u_rate, v_rate, w_rate, pressure;
  for (std::size_t block = 0; block < count; ++block) {
    const PairBlock& pair = pairs[block];
    const Lanes k = pair.k.lanes(), omega = pair.omega.lanes();
    Lanes rising;
    exponential_of_lanes<Lanes>(k * z, rising);
    const Lanes falling = pair.reflection.lanes() / rising;
    const Lanes size = pair.F.lanes() * pair.scale.lanes();
    const Lanes along = size * (rising + falling), up = k * (size * (rising - falling));
    const Lanes re = others[block].real.lanes(), im = sign * others[block].imaginary.lanes();
    const Lanes x = pair.kx.lanes() * along, y = pair.ky.lanes() * along;
    u.add(x, re, im);
    v.add(y, re, im);
    w.add(up, re, im);
    u_rate.add(omega * x, re, im);
    v_rate.add(omega * y, re, im);
    w_rate.add(omega * up, re, im);
    pressure.add(omega * along, re, im);
  }
  sums[0] += u.real_times(own[0], own[1]);
  sums[1] += v.real_times(own[0], own[1]);
  sums[2] -= w.imaginary_times(own[0], own[1]);
  sums[3] -= u_rate.imaginary_times(own[0], own[1]);
  sums[4] -= v_rate.imaginary_times(own[0], own[1]);
  sums[5] -= w_rate.real_times(own[0], own[1]);
  sums[6] += pressure.real_times(own[0], own[1]);
}

/// Velocity of the free waves and its gradient: u, v, w; u_x, u_y, v_y, u_z, v_z.
using FreeSums = std::array<double, 8>;

[[gnu::always_inline]] inline void add_free(const FreeBlock* blocks, const ComplexLanes* phasors,
                                            std::size_t count, double z, FreeSums& sums) {
  Lanes u{}, v{}, w{}, u_x{}, u_y{}, v_y{}, u_z{}, v_z{};
  for (std::size_t block = 0; block < count; ++block) {
    const FreeBlock& wave = blocks[block];
    const Lanes k = wave.k.lanes();
    Lanes rising;
    exponential_of_lanes<Lanes>(k * z, rising);
    const Lanes falling = wave.reflection.lanes() / rising;
    const Lanes size = wave.omega.lanes() * wave.scale.lanes();
    const Lanes along = size * (rising + falling), up = size * (rising - falling);
    const Lanes re = phasors[block].real.lanes(), im = phasors[block].imaginary.lanes();
    const Lanes x = wave.cosine.lanes(), y = wave.sine.lanes();
    u += x * along * re;
    v += y * along * re;
    w -= up * im;
    u_x += k * x * x * along * im;
    u_y += k * x * y * along * im;
    v_y += k * y * y * along * im;
    u_z += k * x * up * re;
    v_z += k * y * up * re;
  }
  sums = {fold(u), fold(v), fold(w), fold(u_x), fold(u_y), fold(v_y), fold(u_z), fold(v_z)};
}

void put(const BoundPair& pair, double weight, double depth, std::size_t lane, PairBlock& block) {
  const double k = pair.k.norm();
  const double q = twice_decayed(k * depth);
  block.kx[lane] = pair.k.x();
  block.ky[lane] = pair.k.y();
  block.k[lane] = k;
  block.omega[lane] = pair.omega;
  block.K[lane] = weight * pair.K;
  block.F[lane] = weight * pair.F;
  block.reflection[lane] = q;
  block.scale[lane] = 1.0 / (1.0 + q);
}

FreeBlock free_block(const Sea& sea, std::size_t block) {
  FreeBlock waves;
  for (std::size_t lane = 0; lane < kLaneCount; ++lane) {
    const std::size_t c = block * kLaneCount + lane;
    if (c >= sea.components().size()) break;
    const double k = sea.wavenumbers()[static_cast<Eigen::Index>(c)];
    const auto [sine, cosine] = sincos(sea.components()[c].direction);
    const double depth = k * sea.water_depth();
    waves.k[lane] = k;
    waves.cosine[lane] = cosine;
    waves.sine[lane] = sine;
    waves.omega[lane] = sea.components()[c].omega;
    waves.reflection[lane] = twice_decayed(depth);
    waves.scale[lane] = std::isfinite(depth) ? -1.0 / exponential_minus_one(-2.0 * depth) : 1.0;
  }
  return waves;
}

void check(const Sea& sea, const BoundWaveOptions& options) {
  require(sea.water().current.is_still(), "current must be none in a sea of second order");
  require(sea.steep_wave() == nullptr, "a steep wave must be in a sea of first order");
  require(sea.components().size() <= BoundWaves::kMostComponents,
          fmt::format("components must be at most {} in a sea of second order, where all pairs of "
                      "them count; lower component_count",
                      BoundWaves::kMostComponents),
          std::to_string(sea.components().size()));
  require(options.sum_cutoff > 0.0, "sum_cutoff must be positive",
          fmt::format("{}", options.sum_cutoff));
  require(options.difference_cutoff > 0.0, "difference_cutoff must be positive",
          fmt::format("{}", options.difference_cutoff));
}

}  // namespace

BoundPair bound_pair(const FreeWave& m, const FreeWave& n, bool sum, double water_depth,
                     double gravity) {
  const double sign = sum ? 1.0 : -1.0, root = std::sqrt(gravity);
  const double sm = m.omega / root, sn = n.omega / root, Rm = sm * sm, Rn = sn * sn;
  BoundPair pair;
  pair.k = m.k + sign * n.k;
  pair.omega = m.omega + sign * n.omega;
  const double s = sm + sign * sn, k = pair.k.norm(), depth = k * water_depth;
  if (!sum && pair.omega == 0.0 && k == 0.0) return pair;
  // k^2 - R^2 = k^2/cosh^2 kh, which is 0 in deep water, where both are the same to rounding.
  const auto shallow = [&](const FreeWave& wave, double R) {
    return std::isfinite(water_depth) ? wave.k.squaredNorm() - R * R : 0.0;
  };
  const double T = k * (std::isfinite(depth) ? hyperbolic_tangent(depth) : 1.0);
  const double product = m.k.dot(n.k), mixed = product - sign * Rm * Rn;
  const double P = (sn * shallow(m, Rm) + sign * sm * shallow(n, Rn) + 2.0 * s * mixed) /
                   (s * s - T);  // D/(s_m +- s_n)
  pair.K = (s * P - mixed) / (sm * sn) + Rm + Rn;
  pair.F = gravity / (sm * sn) * P / root;
  return pair;
}

BoundWaves::BoundWaves(const Sea& sea, const BoundWaveOptions& options) : options_(options) {
  check(sea, options);
  const std::size_t count = sea.components().size(), blocks = sea.phases().size();
  std::vector<FreeWave> waves;
  for (std::size_t c = 0; c < count; ++c) {
    const auto [sine, cosine] = sincos(sea.components()[c].direction);
    const double k = sea.wavenumbers()[static_cast<Eigen::Index>(c)];
    waves.push_back({Vector2(k * cosine, k * sine), sea.components()[c].omega});
  }
  for (std::size_t block = 0; block < blocks; ++block) free_.push_back(free_block(sea, block));
  for (std::size_t m = 0; m < count; ++m) {
    check_cancelled();
    const std::size_t first = sums_.size(), own = m / kLaneCount;
    sums_.resize(first + blocks - own);
    differences_.resize(sums_.size());
    for (std::size_t n = m; n < count; ++n) {
      const std::size_t block = first + n / kLaneCount - own, lane = n % kLaneCount;
      const double weight = m == n ? 0.25 : 0.5;
      const BoundPair sum = bound_pair(waves[m], waves[n], true, sea.water_depth(), sea.gravity());
      if (sum.omega <= options.sum_cutoff) {
        put(sum, weight, sea.water_depth(), lane, sums_[block]);
      }
      if (m == n) continue;
      const BoundPair difference =
          bound_pair(waves[m], waves[n], false, sea.water_depth(), sea.gravity());
      if (std::abs(difference.omega) > options.difference_cutoff) continue;
      put(difference, weight, sea.water_depth(), lane, differences_[block]);
    }
  }
}

double BoundWaves::elevation(const Phasors& phasors) const {
  double sum = 0.0;
  std::size_t first = 0;
  for (std::size_t m = 0; first < sums_.size(); ++m) {
    const std::size_t own = m / kLaneCount, count = phasors.size() - own;
    const std::array<double, 2> at{phasors[own].real[m % kLaneCount],
                                   phasors[own].imaginary[m % kLaneCount]};
    sum +=
        at_full_width<sum_elevation_of_pairs>(&sums_[first], &phasors[own], count, 1.0, at.data());
    sum += at_full_width<sum_elevation_of_pairs>(&differences_[first], &phasors[own], count, -1.0,
                                                 at.data());
    first += count;
  }
  return sum;
}

SurfaceMotion BoundWaves::surface(const Phasors& phasors) const {
  SurfaceSums sums{};
  std::size_t first = 0;
  for (std::size_t m = 0; first < sums_.size(); ++m) {
    const std::size_t own = m / kLaneCount, count = phasors.size() - own;
    const std::array<double, 2> at{phasors[own].real[m % kLaneCount],
                                   phasors[own].imaginary[m % kLaneCount]};
    at_full_width<add_surface>(&sums_[first], &phasors[own], count, 1.0, at.data(), sums);
    at_full_width<add_surface>(&differences_[first], &phasors[own], count, -1.0, at.data(), sums);
    first += count;
  }
  return {sums[0], sums[1], {sums[2], sums[3]}};
}

void BoundWaves::add_free_products(const Phasors& phasors, double z, WaterMotion& motion) const {
  FreeSums sums{};
  at_full_width<add_free>(free_.data(), phasors.data(), free_.size(), z, sums);
  const auto& [u, v, w, u_x, u_y, v_y, u_z, v_z] = sums;
  motion.acceleration += Vector3(u * u_x + v * u_y + w * u_z, u * u_y + v * v_y + w * v_z,
                                 u * u_z + v * v_z - w * (u_x + v_y));
  motion.pressure -= 0.5 * (u * u + v * v + w * w);
}

void BoundWaves::add_motion(const Phasors& phasors, double z, WaterMotion& motion) const {
  const double height = std::min(z, 0.0);
  PairSums sums{};
  std::size_t first = 0;
  for (std::size_t m = 0; first < sums_.size(); ++m) {
    const std::size_t own = m / kLaneCount, count = phasors.size() - own;
    const std::array<double, 2> at{phasors[own].real[m % kLaneCount],
                                   phasors[own].imaginary[m % kLaneCount]};
    at_full_width<add_pairs>(&sums_[first], &phasors[own], count, 1.0, at.data(), height, sums);
    at_full_width<add_pairs>(&differences_[first], &phasors[own], count, -1.0, at.data(), height,
                             sums);
    first += count;
  }
  motion.velocity += Vector3(sums[0], sums[1], sums[2]);
  motion.acceleration += Vector3(sums[3], sums[4], sums[5]);
  motion.pressure += sums[6];
  add_free_products(phasors, height, motion);
}

}  // namespace raftup::hydro
