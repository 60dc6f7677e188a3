#include "hydro/wetted_mesh/long_crested_waves.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/base/whole_number.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/vector_width.hpp"
#include "hydro/wetted_mesh/wave_series.hpp"

namespace raftup::hydro {

namespace {

constexpr double kDepthStep = 1.25;  ///< ratio of one D to the next

/// Returns the number of degrees for cos(x d), |d| <= 1: coefficients decay steeply beyond x.
std::size_t degrees_of_wave(double x) {
  return to_integer<std::size_t>(std::ceil(x), "degree of a wave over a hull") + 16;
}

/// Returns the number of degrees for e^x over a range of x, rounded up to an even number.
std::size_t degrees_of_decay(double x) {
  const auto needed =
      to_integer<std::size_t>(std::ceil(5.0 + 1.5 * std::sqrt(x)), "degree of a decay with depth");
  return std::min((needed + 1) / 2 * 2, kMostDepthDegrees);
}

/// Returns the n x n matrix from values at the nodes cos((j + 1/2) pi/n) to the coefficients of T_0
/// to T_(n - 1).
RowMajorMatrix chebyshev_transform(std::size_t count) {
  const auto n = static_cast<Eigen::Index>(count);
  RowMajorMatrix transform(n, n);
  for (Eigen::Index row = 0; row < n; ++row) {
    for (Eigen::Index j = 0; j < n; ++j) {
      const double turns = static_cast<double>(row * (2 * j + 1)) / static_cast<double>(4 * n);
      transform(row, j) =
          (row == 0 ? 1.0 : 2.0) / static_cast<double>(n) * sincos_turns(turns).cosine;
    }
  }
  return transform;
}

double node(std::size_t j, std::size_t count) {
  return sincos_turns((static_cast<double>(j) + 0.5) / (2.0 * static_cast<double>(count))).cosine;
}

template <std::size_t kWidth>
[[gnu::always_inline]] inline void fill_phasors(const WavePhaseBlock* phases,
                                                const LaneArray* amplitudes, std::size_t count,
                                                double time, double x, double y, LaneArray* even,
                                                LaneArray* odd) {
  for (std::size_t block = 0; block < count; ++block) {
    for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
      typename SomeLanes<kWidth>::Type turns, sine, cosine;
      phases[block].at(time, x, y, turns, lane);
      sincos_turns(turns, sine, cosine);
      even[block].some<kWidth>(lane) = amplitudes[block].some<kWidth>(lane) * cosine;
      odd[block].some<kWidth>(lane) = amplitudes[block].some<kWidth>(lane) * sine;
    }
  }
}

template <std::size_t kWidth>
[[gnu::always_inline]] inline void multiply(const LaneArray* phasors, const LaneArray* table,
                                            std::size_t count, LaneArray* products, double& sum) {
  using V = typename SomeLanes<kWidth>::Type;
  constexpr std::size_t kParts = kLaneCount / kWidth;
  V totals[kParts]{};
  for (std::size_t block = 0; block < count; ++block) {
    for (std::size_t part = 0; part < kParts; ++part) {
      const std::size_t lane = part * kWidth;
      const V product = phasors[block].some<kWidth>(lane) * table[block].some<kWidth>(lane);
      products[block].some<kWidth>(lane) = product;
      totals[part] += product;
    }
  }
  LaneArray of_lanes;
  for (std::size_t part = 0; part < kParts; ++part) {
    of_lanes.some<kWidth>(part * kWidth) = totals[part];
  }
  sum = fold(of_lanes.lanes());
}

template <std::size_t kWidth>
[[gnu::always_inline]] inline void sum_some_rows(const LaneArray* products, const LaneArray* first,
                                                 const LaneArray* second, std::size_t count,
                                                 double* sums) {
  using LaneGroup = typename SomeLanes<kWidth>::Type;
  constexpr std::size_t kParts = kLaneCount / kWidth;
  LaneGroup a[kParts]{}, b[kParts]{};
  for (std::size_t block = 0; block < count; ++block) {
    for (std::size_t part = 0; part < kParts; ++part) {
      const std::size_t lane = part * kWidth;
      const LaneGroup product = products[block].some<kWidth>(lane);
      a[part] += product * first[block].some<kWidth>(lane);
      b[part] += product * second[block].some<kWidth>(lane);
    }
  }
  LaneArray of_first, of_second;
  for (std::size_t part = 0; part < kParts; ++part) {
    of_first.some<kWidth>(part * kWidth) = a[part];
    of_second.some<kWidth>(part * kWidth) = b[part];
  }
  sums[0] = fold(of_first.lanes());
  sums[1] = fold(of_second.lanes());
}

}  // namespace

double wave_decay(double k, double z, double h) {
  if (std::isinf(h)) return exponential(k * z);
  return (exponential(k * z) + exponential(-k * (z + 2.0 * h))) / (1.0 + exponential(-2.0 * k * h));
}

LongCrestedWaves::LongCrestedWaves(const Sea& sea, const std::vector<std::size_t>& components,
                                   double radius)
    : water_depth_(sea.water_depth()),
      places_(components),
      phases_((components.size() + kLaneCount - 1) / kLaneCount),
      amplitudes_(phases_.size(), LaneArray{}) {
  const auto [sine, cosine] = sincos(sea.components()[components.front()].direction);
  direction_over_radius_ = Vector2(cosine, sine) / radius;
  wavenumbers_.resize(lane_count(), 0.0);
  for (std::size_t i = 0; i < components.size(); ++i) {
    const std::size_t c = components[i];
    const WavePhaseBlock& from = sea.phases()[c / kLaneCount];
    WavePhaseBlock& to = phases_[i / kLaneCount];
    const std::size_t source = c % kLaneCount, target = i % kLaneCount;
    to.omega[target] = from.omega[source];
    to.wavenumber_x[target] = from.wavenumber_x[source];
    to.wavenumber_y[target] = from.wavenumber_y[source];
    to.phase[target] = from.phase[source];
    amplitudes_[i / kLaneCount][target] = sea.components()[c].amplitude;
    wavenumbers_[i] = sea.wavenumbers()[static_cast<Eigen::Index>(c)];
  }
  decays_ = wavenumbers_;
  even_.resize(phases_.size());
  odd_.resize(phases_.size());
  tabulate_along(radius);
}

LongCrestedWaves::LongCrestedWaves(double direction, double water_depth,
                                   const std::vector<Wave>& waves, double radius)
    : water_depth_(water_depth),
      places_(waves.size()),
      phases_((waves.size() + kLaneCount - 1) / kLaneCount),
      amplitudes_(phases_.size(), LaneArray{}) {
  const auto [sine, cosine] = sincos(direction);
  direction_over_radius_ = Vector2(cosine, sine) / radius;
  wavenumbers_.resize(lane_count(), 0.0);
  decays_.resize(lane_count(), 0.0);
  for (std::size_t i = 0; i < waves.size(); ++i) {
    const Wave& wave = waves[i];
    WavePhaseBlock& block = phases_[i / kLaneCount];
    const std::size_t lane = i % kLaneCount;
    places_[i] = i;
    block.omega[lane] = wave.omega * kTurnsPerRadian;
    block.wavenumber_x[lane] = wave.wavenumber * cosine * kTurnsPerRadian;
    block.wavenumber_y[lane] = wave.wavenumber * sine * kTurnsPerRadian;
    block.phase[lane] = wave.phase * kTurnsPerRadian;
    amplitudes_[i / kLaneCount][lane] = wave.amplitude;
    wavenumbers_[i] = wave.wavenumber;
    decays_[i] = wave.decay;
  }
  even_.resize(phases_.size());
  odd_.resize(phases_.size());
  tabulate_along(radius);
}

void LongCrestedWaves::tabulate_along(double radius) {
  double shortest = 0.0;
  for (const double k : wavenumbers_) shortest = std::max(shortest, std::abs(k));
  degrees_ = degrees_of_wave(shortest * radius);
  const RowMajorMatrix transform = chebyshev_transform(degrees_);
  along_.assign(degrees_ * phases_.size(), LaneArray{});
  VectorXd even(transform.rows()), odd(transform.rows());
  for (std::size_t i = 0; i < places_.size(); ++i) {
    for (std::size_t j = 0; j < degrees_; ++j) {
      const auto [sine, cosine] = sincos(wavenumbers_[i] * radius * node(j, degrees_));
      even[static_cast<Eigen::Index>(j)] = cosine;
      odd[static_cast<Eigen::Index>(j)] = sine;
    }
    for (std::size_t n = 0; n < degrees_; ++n) {
      const auto row = transform.row(static_cast<Eigen::Index>(n));
      along_[n * phases_.size() + i / kLaneCount][i % kLaneCount] =
          n % 2 == 0 ? row.dot(even) : row.dot(odd);
    }
  }
  products_.resize(along_.size());
  elevation_.resize(degrees_);
}

LongCrestedWaves::DepthTable LongCrestedWaves::tabulate_depth(double depth) const {
  const double shortest = *std::max_element(decays_.begin(), decays_.end());
  DepthTable table{depth, degrees_of_decay(shortest * depth), {}};
  const RowMajorMatrix transform = chebyshev_transform(table.degrees);
  table.values.assign(table.degrees * phases_.size(), LaneArray{});
  VectorXd values(transform.rows());
  for (std::size_t i = 0; i < places_.size(); ++i) {
    for (std::size_t j = 0; j < table.degrees; ++j) {
      const double z = 0.5 * depth * (node(j, table.degrees) - 1.0);
      values[static_cast<Eigen::Index>(j)] = wave_decay(decays_[i], z, water_depth_);
    }
    for (std::size_t l = 0; l < table.degrees; ++l) {
      table.values[l * phases_.size() + i / kLaneCount][i % kLaneCount] =
          transform.row(static_cast<Eigen::Index>(l)).dot(values);
    }
  }
  return table;
}

void LongCrestedWaves::follow(double time, const Vector2& center, double scale,
                              const AmplitudeFactors* factors) {
  std::vector<LaneArray> amplitudes = amplitudes_;
  for (LaneArray& block : amplitudes) block.lanes() *= scale;
  for (std::size_t i = 0; factors != nullptr && i < places_.size(); ++i) {
    amplitudes[i / kLaneCount][i % kLaneCount] *=
        (*factors)[places_[i] / kLaneCount][places_[i] % kLaneCount];
  }
  const std::size_t blocks = phases_.size();
  at_full_width<fill_phasors<8>, fill_phasors<4>, fill_phasors<2>>(
      phases_.data(), amplitudes.data(), blocks, time, center.x(), center.y(), even_.data(),
      odd_.data());
  for (std::size_t n = 0; n < degrees_; ++n) {
    at_full_width<multiply<8>, multiply<4>, multiply<2>>(
        n % 2 == 0 ? even_.data() : odd_.data(), along_.data() + n * blocks, blocks,
        products_.data() + n * blocks, elevation_[n]);
  }
}

void LongCrestedWaves::reach(double depth) {
  int step = 0;
  double reached = 1.0;
  for (; reached < depth; ++step) reached *= kDepthStep;
  const auto found = depths_.find(step);
  depth_ = &(found != depths_.end() ? found : depths_.emplace(step, tabulate_depth(reached)).first)
                ->second;
  coefficients_.resize(degrees_ * depth_->degrees);
  for (std::size_t n = 0; n < degrees_; ++n) {
    const std::size_t blocks = phases_.size();
    for (std::size_t l = 0; l < depth_->degrees; l += 2) {
      const LaneArray* row = depth_->values.data() + l * blocks;
      at_full_width<sum_some_rows<8>, sum_some_rows<4>, sum_some_rows<2>>(
          products_.data() + n * blocks, row, row + blocks, blocks,
          coefficients_.data() + n * depth_->degrees + l);
    }
  }
}

void LongCrestedWaves::add_elevation(const VertexValues& x, const VertexValues& y,
                                     VertexValues& elevation) const {
  const Vector2& way = direction_over_radius_;
  add_wave_series({elevation_.data(), degrees_, 0, 0.0, way.x(), way.y()},
                  {x.data(), y.data(), nullptr}, x.size(), elevation.data());
}

void LongCrestedWaves::add_pressure_head(const VertexValues& x, const VertexValues& y,
                                         const VertexValues& z, VertexValues& head) const {
  const Vector2& way = direction_over_radius_;
  add_wave_depth_series(
      {coefficients_.data(), degrees_, depth_->degrees, 2.0 / depth_->depth, way.x(), way.y()},
      {x.data(), y.data(), z.data()}, x.size(), head.data());
}

}  // namespace raftup::hydro
