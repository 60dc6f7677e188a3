#include "hydro/sea/even_waves.hpp"

#include <algorithm>
#include <cmath>
#include <map>

#include "hydro/base/whole_number.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/hypotenuse.hpp"
#include "hydro/numerics/lane_exponential.hpp"
#include "hydro/numerics/vector_width.hpp"

namespace raftup::hydro {
namespace {

/// Number of nodes from which a wave is interpolated, in whole SIMD blocks.
constexpr std::size_t kStencil = 5 * kLaneCount;
/// Largest |dk s|. In the middle of n nodes, the error of e^(dk s x) is at most C(n, n/2)/4^n |dk
/// s|^n, 2e-15 for 40 nodes.
constexpr double kLargestStep = 0.9;
/// A wave that the bottom reflects is left out where it is below e^-37 = 1e-16 of its amplitude.
constexpr double kVanished = 37.0;

/// A polynomial in e^(dk s) times e^(k_0 s), see EvenWaves.
struct EvenSum {
  const double *real, *imaginary;  ///< B_p
  std::size_t count;
  double first, step;          ///< k_0, dk [rad/m]
  double cosine, sine;         ///< direction of the waves
  const LaneArray *x, *y, *z;  ///< points [m]; null z means 0
};

template <std::size_t kWidth>
using LaneGroup = typename SomeLanes<kWidth>::Type;

/// Computes e^(k (z - i d)).
template <typename V>
[[gnu::always_inline]] inline void wave_at(double k, const V& z, const V& d, V& real,
                                           V& imaginary) {
  V sine, cosine, decay;
  sincos_turns<V>(d * (-k * kTurnsPerRadian), sine, cosine);
  exponential_of_lanes<V>(z * k, decay);
  real = decay * cosine;
  imaginary = decay * sine;
}

/// Evaluates a sum at the points of some blocks; each register is a chain of its own.
template <std::size_t kWidth, std::size_t kBlocks>
[[gnu::always_inline]] inline void sum_even_blocks(const EvenSum& sum, std::size_t block,
                                                   ComplexLanes* found) {
  using V = LaneGroup<kWidth>;
  constexpr std::size_t kParts = kLaneCount / kWidth, kCount = kBlocks * kParts;
  V q_re[kCount], q_im[kCount], re[kCount], im[kCount], z[kCount], d[kCount];
  for (std::size_t c = 0; c < kCount; ++c) {
    const std::size_t at = block + c / kParts, lane = c % kParts * kWidth;
    d[c] = sum.cosine * sum.x[at].template some<kWidth>(lane) +
           sum.sine * sum.y[at].template some<kWidth>(lane);
    z[c] = sum.z == nullptr ? V{} : sum.z[at].template some<kWidth>(lane);
    wave_at<V>(sum.step, z[c], d[c], q_re[c], q_im[c]);
    re[c] = V{} + sum.real[sum.count - 1];
    im[c] = V{} + sum.imaginary[sum.count - 1];
  }
  for (std::size_t p = sum.count - 1; p-- > 0;) {
    for (std::size_t c = 0; c < kCount; ++c) {
      const V next = (re[c] * q_re[c] - im[c] * q_im[c]) + sum.real[p];
      im[c] = (re[c] * q_im[c] + im[c] * q_re[c]) + sum.imaginary[p];
      re[c] = next;
    }
  }
  for (std::size_t c = 0; c < kCount; ++c) {
    V lead_re, lead_im;
    wave_at<V>(sum.first, z[c], d[c], lead_re, lead_im);
    ComplexLanes& to = found[block + c / kParts];
    const std::size_t lane = c % kParts * kWidth;
    to.real.template some<kWidth>(lane) = re[c] * lead_re - im[c] * lead_im;
    to.imaginary.template some<kWidth>(lane) = re[c] * lead_im + im[c] * lead_re;
  }
}

/// Evaluates a sum at all points, as many blocks at a time as keep a processor busy.
template <std::size_t kWidth>
[[gnu::always_inline]] inline void sum_even_points(const EvenSum& sum, std::size_t count,
                                                   ComplexLanes* found) {
  constexpr std::size_t kBlocks = kWidth == kLaneCount ? 4 : 1;
  std::size_t block = 0;
  for (; block + kBlocks <= count; block += kBlocks) {
    sum_even_blocks<kWidth, kBlocks>(sum, block, found);
  }
  for (; block < count; ++block) sum_even_blocks<kWidth, 1>(sum, block, found);
}

void evaluate(const EvenSum& sum, std::size_t count, std::vector<ComplexLanes>& found) {
  found.resize(count);
  at_full_width<sum_even_points<8>, sum_even_points<4>, sum_even_points<2>>(sum, count,
                                                                            found.data());
}

/// Returns the Lagrange polynomials of the nodes 0, 1, .. at x.
std::array<double, kStencil> lagrange(double x) {
  std::array<double, kStencil> values;
  for (std::size_t i = 0; i < kStencil; ++i) {
    values[i] = 1.0;
    for (std::size_t j = 0; j < kStencil; ++j) {
      if (j == i) continue;
      const auto node = static_cast<double>(j);
      values[i] *= (x - node) / (static_cast<double>(i) - node);
    }
  }
  return values;
}

}  // namespace

void ScatteredPoints::resize(std::size_t points) {
  const std::size_t blocks = (points + kLaneCount - 1) / kLaneCount;
  for (auto* axis : {&x, &y, &z}) axis->assign(blocks, LaneArray{});
}

EvenWaves::EvenWaves(const Sea& sea, const Reach& reach) : water_depth_(sea.water_depth()) {
  std::map<double, std::vector<std::size_t>> by_direction;
  for (std::size_t c = 0; c < sea.components().size(); ++c) {
    by_direction[sea.components()[c].direction].push_back(c);
  }
  const double h = water_depth_;
  for (const auto& [direction, components] : by_direction) {
    Direction& of = directions_.emplace_back();
    const auto [sine, cosine] = sincos(direction);
    of.cosine = cosine;
    of.sine = sine;
    of.incident = nodes_for(sea, components, hypotenuse(reach.radius, reach.depth));
    if (std::isinf(h)) continue;
    std::vector<std::size_t> felt;  // waves whose reflection reaches the points
    const double nearest = 2.0 * h - std::min(reach.depth, h);
    for (const std::size_t c : components) {
      if (sea.wavenumbers()[static_cast<Eigen::Index>(c)] * nearest < kVanished) felt.push_back(c);
    }
    of.reflected = nodes_for(sea, felt, hypotenuse(reach.radius, 2.0 * h));
  }
}

EvenWaves::Nodes EvenWaves::nodes_for(const Sea& sea, const std::vector<std::size_t>& components,
                                      double farthest) {
  Nodes nodes;
  if (components.empty()) return nodes;
  const auto wavenumber = [&](std::size_t c) {
    return sea.wavenumbers()[static_cast<Eigen::Index>(c)];
  };
  double least = wavenumber(components.front());
  for (const std::size_t c : components) least = std::min(least, wavenumber(c));
  constexpr std::size_t kBefore = kStencil / 2 - 1;  // nodes of a stencil below its middle step
  nodes.step = kLargestStep / farthest;
  nodes.first = least - static_cast<double>(kBefore) * nodes.step;
  nodes.components = components;
  for (const std::size_t c : components) {
    const double k = wavenumber(c), depth = k * sea.water_depth();
    const double place = (k - nodes.first) / nodes.step;
    const auto below = to_integer<std::size_t>(std::floor(place), "node of a wave");
    const std::size_t start = std::max(below, kBefore) - kBefore;
    const auto values = lagrange(place - static_cast<double>(start));
    nodes.starts.push_back(start);
    nodes.weights.insert(nodes.weights.end(), values.begin(), values.end());
    const double scale = std::isinf(depth) ? 1.0 : -1.0 / exponential_minus_one(-2.0 * depth);
    nodes.factors.push_back(sea.intrinsic_omegas()[static_cast<Eigen::Index>(c)] * scale);
    nodes.count = std::max(nodes.count, start + kStencil);
  }
  return nodes;
}

void EvenWaves::Nodes::gather(const std::vector<ComplexLanes>& of_sea, bool with_factors,
                              Amplitudes& sums) const {
  sums.real.assign(count, 0.0);
  sums.imaginary.assign(count, 0.0);
  for (std::size_t i = 0; i < components.size(); ++i) {
    const std::size_t c = components[i];
    const double factor = with_factors ? factors[i] : 1.0;
    const double re = factor * of_sea[c / kLaneCount].real[c % kLaneCount];
    const double im = factor * of_sea[c / kLaneCount].imaginary[c % kLaneCount];
    const double* weight = weights.data() + i * kStencil;
    for (std::size_t p = 0; p < kStencil; ++p) {
      sums.real[starts[i] + p] += weight[p] * re;
      sums.imaginary[starts[i] + p] += weight[p] * im;
    }
  }
}

void EvenWaves::gather(const std::vector<ComplexLanes>& elevation,
                       const std::vector<ComplexLanes>& velocity) {
  for (Direction& of : directions_) {
    of.incident.gather(elevation, false, of.elevation);
    of.incident.gather(velocity, true, of.velocity);
    of.reflected.gather(velocity, true, of.reflected_velocity);
  }
}

void EvenWaves::add_elevations(const ScatteredPoints& points,
                               std::vector<LaneArray>& elevations) const {
  for (const Direction& of : directions_) {
    evaluate({of.elevation.real.data(), of.elevation.imaginary.data(), of.incident.count,
              of.incident.first, of.incident.step, of.cosine, of.sine, points.x.data(),
              points.y.data(), nullptr},
             points.blocks(), incident_);
    for (std::size_t block = 0; block < points.blocks(); ++block) {
      elevations[block].lanes() += incident_[block].real.lanes();
    }
  }
}

void EvenWaves::add_velocities(const ScatteredPoints& points,
                               std::array<std::vector<LaneArray>, 3>& velocity) const {
  const std::size_t blocks = points.blocks();
  for (const Direction& of : directions_) {
    evaluate({of.velocity.real.data(), of.velocity.imaginary.data(), of.incident.count,
              of.incident.first, of.incident.step, of.cosine, of.sine, points.x.data(),
              points.y.data(), points.z.data()},
             blocks, incident_);
    reflected_.assign(blocks, ComplexLanes{});
    if (of.reflected.count > 0) {
      mirrored_.resize(blocks);
      for (std::size_t block = 0; block < blocks; ++block) {
        mirrored_[block].lanes() = -2.0 * water_depth_ - points.z[block].lanes();
      }
      evaluate({of.reflected_velocity.real.data(), of.reflected_velocity.imaginary.data(),
                of.reflected.count, of.reflected.first, of.reflected.step, of.cosine, of.sine,
                points.x.data(), points.y.data(), mirrored_.data()},
               blocks, reflected_);
    }
    for (std::size_t block = 0; block < blocks; ++block) {
      const Lanes along = incident_[block].real.lanes() + reflected_[block].real.lanes();
      velocity[0][block].lanes() += of.cosine * along;
      velocity[1][block].lanes() += of.sine * along;
      velocity[2][block].lanes() -=
          incident_[block].imaginary.lanes() - reflected_[block].imaginary.lanes();
    }
  }
}

}  // namespace raftup::hydro
