#include "hydro/sea/wave_kinematics.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/lane_exponential.hpp"
#include "hydro/numerics/vector_width.hpp"
#include "hydro/sea/bound_waves.hpp"

namespace raftup::hydro {
namespace {

using Block = WaveKinematics::Block;

/// Multiplies the complex amplitudes by exp(-i k.x); without amplitudes, it computes only these
/// factors.
template <std::size_t kWidth>
[[gnu::always_inline]] inline void turn(const WavePhaseBlock* phases, std::size_t count,
                                        const ComplexLanes* given, double x, double y,
                                        ComplexLanes* turned) {
  using V = typename SomeLanes<kWidth>::Type;
  for (std::size_t block = 0; block < count; ++block) {
    for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
      V turns, sine, cosine;
      phases[block].change(0.0, x, y, turns, lane);
      sincos_turns(turns, sine, cosine);
      V& real = turned[block].real.some<kWidth>(lane);
      V& imaginary = turned[block].imaginary.some<kWidth>(lane);
      if (given == nullptr) {
        real = cosine;
        imaginary = sine;
      } else {
        const V re = given[block].real.some<kWidth>(lane);
        const V im = given[block].imaginary.some<kWidth>(lane);
        real = re * cosine - im * sine;
        imaginary = re * sine + im * cosine;
      }
    }
  }
}

template <std::size_t kWidth>
[[gnu::always_inline]] inline void start_phasors(const WavePhaseBlock* phases, std::size_t count,
                                                 const LaneArray* amplitudes, double time,
                                                 double ramp, ComplexLanes* phasors) {
  using V = typename SomeLanes<kWidth>::Type;
  for (std::size_t block = 0; block < count; ++block) {
    for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
      V turns, sine, cosine;
      phases[block].at(time, 0.0, 0.0, turns, lane);
      sincos_turns(turns, sine, cosine);
      const V amplitude = ramp * amplitudes[block].some<kWidth>(lane);
      phasors[block].real.some<kWidth>(lane) = amplitude * cosine;
      phasors[block].imaginary.some<kWidth>(lane) = amplitude * sine;
    }
  }
}

/// Multiplies a complex amplitude by its factor from one point of a row to the next.
template <typename V>
[[gnu::always_inline]] inline void turn_on(const V& re, const V& im, const V& cosine, const V& sine,
                                           V& real, V& imaginary) {
  real = re * cosine - im * sine;
  imaginary = re * sine + im * cosine;
}

/// Computes, lane by lane, the sum of the real parts and moves the complex amplitudes to the next
/// point.
template <std::size_t kWidth>
[[gnu::always_inline]] inline void sum_elevation(std::size_t count, const ComplexLanes* turning,
                                                 ComplexLanes* phasors, LaneArray& sums) {
  using V = typename SomeLanes<kWidth>::Type;
  for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
    V sum{};
    for (std::size_t block = 0; block < count; ++block) {
      V& real = phasors[block].real.some<kWidth>(lane);
      V& imaginary = phasors[block].imaginary.some<kWidth>(lane);
      const V re = real, im = imaginary;
      sum += re;
      turn_on<V>(re, im, turning[block].real.some<kWidth>(lane),
                 turning[block].imaginary.some<kWidth>(lane), real, imaginary);
    }
    sums.some<kWidth>(lane) = sum;
  }
}

template <std::size_t kWidth>
[[gnu::always_inline]] inline void surface_lanes(const Block* blocks, std::size_t count,
                                                 const ComplexLanes* phasors,
                                                 std::array<LaneArray, 4>& sums) {
  using V = typename SomeLanes<kWidth>::Type;
  for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
    V elevation{}, rate{}, slope_x{}, slope_y{};
    for (std::size_t block = 0; block < count; ++block) {
      const V im = phasors[block].imaginary.some<kWidth>(lane);
      const V steepness = blocks[block].wavenumber.some<kWidth>(lane) * im;
      elevation += phasors[block].real.some<kWidth>(lane);
      rate -= blocks[block].omega.some<kWidth>(lane) * im;
      slope_x += blocks[block].cosine.some<kWidth>(lane) * steepness;
      slope_y += blocks[block].sine.some<kWidth>(lane) * steepness;
    }
    sums[0].some<kWidth>(lane) = elevation;
    sums[1].some<kWidth>(lane) = rate;
    sums[2].some<kWidth>(lane) = slope_x;
    sums[3].some<kWidth>(lane) = slope_y;
  }
}

/// Largest |x| for which e^x is computed by the Taylor series to the power 6, whose error is 2e-16.
constexpr double kShortStep = 0.02;

/// Computes s e^(kz) and s q e^(-kz) at a height; for a difference of heights, without s and q.
template <std::size_t kWidth, bool kStep>
[[gnu::always_inline]] inline void start_some_decays(const Block* blocks, std::size_t count,
                                                     double z, WaveDecayBlock* decays) {
  using V = typename SomeLanes<kWidth>::Type;
  for (std::size_t block = 0; block < count; ++block) {
    for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
      const Block& wave = blocks[block];
      V decay;
      exponential_of_lanes<V>(wave.wavenumber.some<kWidth>(lane) * z, decay);
      const V scale = kStep ? V{} + 1.0 : wave.scale.some<kWidth>(lane);
      const V reflection = kStep ? scale : scale * wave.reflection.some<kWidth>(lane);
      decays[block].incident.some<kWidth>(lane) = scale * decay;
      decays[block].reflected.some<kWidth>(lane) = reflection / decay;
    }
  }
}

/// Changes the decays by a step of height and a short additional step.
template <std::size_t kWidth, bool kDeep>
[[gnu::always_inline]] inline void step_some_decays(const Block* blocks, std::size_t count,
                                                    const WaveDecayBlock* steps, double further,
                                                    WaveDecayBlock* decays) {
  using V = typename SomeLanes<kWidth>::Type;
  for (std::size_t block = 0; block < count; ++block) {
    for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
      const V x = blocks[block].wavenumber.some<kWidth>(lane) * further;
      const V y = x * x;
      const V even = 1.0 + y * (0.5 + y * (1.0 / 24.0 + y * (1.0 / 720.0)));
      const V odd = x * (1.0 + y * (1.0 / 6.0 + y * (1.0 / 120.0)));
      decays[block].incident.some<kWidth>(lane) *=
          steps[block].incident.some<kWidth>(lane) * (even + odd);
      if constexpr (!kDeep) {
        decays[block].reflected.some<kWidth>(lane) *=
            steps[block].reflected.some<kWidth>(lane) * (even - odd);
      }
    }
  }
}

using MotionSums = std::array<LaneArray, 7>;

/// Computes, lane by lane, velocity, acceleration and pressure at one point and moves the complex
/// amplitudes to the next point.
/// @tparam kBeyond true if `beyond` is not 0
template <std::size_t kWidth, bool kBeyond>
[[gnu::always_inline]] inline void sum_motion(const Block* blocks, std::size_t count,
                                              const ComplexLanes* turning,
                                              const WaveDecayBlock* decays, double beyond,
                                              ComplexLanes* phasors, MotionSums& sums) {
  using V = typename SomeLanes<kWidth>::Type;
  for (std::size_t lane = 0; lane < kLaneCount; lane += kWidth) {
    V velocity_x{}, velocity_y{}, velocity_z{}, rate_x{}, rate_y{}, rate_z{}, pressure{};
    for (std::size_t block = 0; block < count; ++block) {
      const Block& wave = blocks[block];
      V& real = phasors[block].real.some<kWidth>(lane);
      V& imaginary = phasors[block].imaginary.some<kWidth>(lane);
      const V re = real, im = imaginary;
      turn_on<V>(re, im, turning[block].real.some<kWidth>(lane),
                 turning[block].imaginary.some<kWidth>(lane), real, imaginary);
      const V incident = decays[block].incident.some<kWidth>(lane);
      const V reflected = decays[block].reflected.some<kWidth>(lane);
      V along = incident + reflected, up = incident - reflected;
      if constexpr (kBeyond) {
        const V slope = wave.wavenumber.some<kWidth>(lane) * beyond;
        const V C = along;
        along += slope * up;
        up += slope * C;
      }
      const V sigma = wave.sigma.some<kWidth>(lane);
      const V sigma_re = sigma * re, sigma_im = sigma * im;
      const V horizontal = along * sigma_re;
      const V horizontal_rate = (sigma * along) * sigma_im;
      const V cosine = wave.cosine.some<kWidth>(lane), sine = wave.sine.some<kWidth>(lane);
      velocity_x += cosine * horizontal;
      velocity_y += sine * horizontal;
      velocity_z -= up * sigma_im;
      rate_x -= cosine * horizontal_rate;
      rate_y -= sine * horizontal_rate;
      rate_z -= (sigma * up) * sigma_re;
      pressure += wave.sigma_per_k.some<kWidth>(lane) * horizontal;
    }
    const V* const found[7] = {&velocity_x, &velocity_y, &velocity_z, &rate_x,
                               &rate_y,     &rate_z,     &pressure};
    for (std::size_t i = 0; i < 7; ++i) sums[i].some<kWidth>(lane) = *found[i];
  }
}

/// kh beyond which e^(-2kh) is below the rounding of 1.
constexpr double kDeep = 20.0;

/// Largest k |z| up to which e^(kz) is computed from the previous point, far from overflow and
/// underflow.
constexpr double kCarriedDepth = 300.0;

}  // namespace

SurfaceMotion& SurfaceMotion::operator+=(const SurfaceMotion& other) {
  elevation += other.elevation;
  rate += other.rate;
  slope += other.slope;
  return *this;
}

WaveKinematics::WaveKinematics(const Sea& sea)
    : sea_(sea), blocks_(sea.phases().size()), amplitudes_(blocks_.size()) {
  for (std::size_t c = 0; c < sea.components().size(); ++c) {
    const auto index = static_cast<Eigen::Index>(c);
    const WaveComponent& wave = sea.components()[c];
    const double k = sea.wavenumbers()[index], sigma = sea.intrinsic_omegas()[index];
    const double depth = k * sea.water_depth();
    const auto [sine, cosine] = sincos(wave.direction);
    Block& block = blocks_[c / kLaneCount];
    const std::size_t lane = c % kLaneCount;
    block.wavenumber[lane] = k;
    block.sigma[lane] = sigma;
    block.sigma_per_k[lane] = sigma / k;
    block.omega[lane] = wave.omega;
    block.cosine[lane] = cosine;
    block.sine[lane] = sine;
    block.reflection[lane] = depth < kDeep ? exponential(-2.0 * depth) : 0.0;
    block.scale[lane] = depth < kDeep ? -1.0 / exponential_minus_one(-2.0 * depth) : 1.0;
    deep_ = deep_ && depth >= kDeep;
    largest_wavenumber_ = std::max(largest_wavenumber_, k);
    amplitudes_[c / kLaneCount][lane] = wave.amplitude;
  }
  turned_.resize(blocks_.size());
  turning_.resize(blocks_.size(), {LaneArray{1, 1, 1, 1, 1, 1, 1, 1}, {}});
  decays_.resize(blocks_.size());
  decay_steps_.resize(blocks_.size());
}

WavePhasors WaveKinematics::phasors(double time, const AmplitudeFactors* factors) const {
  std::vector<LaneArray> amplitudes = amplitudes_;
  AmplitudeFactors own;
  if (factors == nullptr && sea_.varies()) {
    sea_.amplitude_factors(time, own);
    factors = &own;
  }
  for (std::size_t block = 0; factors != nullptr && block < amplitudes.size(); ++block) {
    amplitudes[block].lanes() *= (*factors)[block].lanes();
  }
  WavePhasors result(blocks_.size());
  at_full_width<start_phasors<8>, start_phasors<4>, start_phasors<2>>(
      sea_.phases().data(), blocks_.size(), amplitudes.data(), time, sea_.ramp(time),
      result.data());
  return result;
}

void WaveKinematics::turn_to(const WavePhasors& phasors, const Vector2& position) const {
  at_full_width<turn<8>, turn<4>, turn<2>>(sea_.phases().data(), blocks_.size(), phasors.data(),
                                           position.x(), position.y(), turned_.data());
}

void WaveKinematics::begin_row(const WavePhasors& phasors, const PointRow& row) const {
  turn_to(phasors, row.first);
  if (row.step == turning_step_) return;
  at_full_width<turn<8>, turn<4>, turn<2>>(sea_.phases().data(), blocks_.size(), nullptr,
                                           row.step.x(), row.step.y(), turning_.data());
  turning_step_ = row.step;
}

void WaveKinematics::add_elevations(const WavePhasors& phasors, const PointRow& row,
                                    std::span<double> elevations) const {
  if (sea_.steep_wave() != nullptr) {
    for (std::size_t i = 0; i < elevations.size(); ++i) {
      elevations[i] += steep_surface(phasors, row.at(i)).elevation;
    }
    return;
  }
  begin_row(phasors, row);
  for (double& elevation : elevations) {
    LaneArray sums;
    at_full_width<sum_elevation<8>, sum_elevation<4>, sum_elevation<2>>(
        blocks_.size(), turning_.data(), turned_.data(), sums);
    elevation += fold(sums.lanes());
  }
  if (sea_.bound_waves() == nullptr) return;
  for (std::size_t i = 0; i < elevations.size(); ++i) {
    turn_to(phasors, row.at(i));
    elevations[i] += sea_.bound_waves()->elevation(turned_);
  }
}

SurfaceMotion WaveKinematics::surface(const WavePhasors& phasors, const Vector2& position) const {
  if (sea_.steep_wave() != nullptr) return steep_surface(phasors, position);
  turn_to(phasors, position);
  std::array<LaneArray, 4> sums;
  at_full_width<surface_lanes<8>, surface_lanes<4>, surface_lanes<2>>(
      blocks_.data(), blocks_.size(), turned_.data(), sums);
  SurfaceMotion motion{
      fold(sums[0].lanes()), fold(sums[1].lanes()), {fold(sums[2].lanes()), fold(sums[3].lanes())}};
  if (sea_.bound_waves() != nullptr) motion += sea_.bound_waves()->surface(turned_);
  return motion;
}

void WaveKinematics::begin_decays(std::span<const WaterHeight> heights) const {
  at_full_width<start_some_decays<8, false>, start_some_decays<4, false>,
                start_some_decays<2, false>>(blocks_.data(), blocks_.size(), heights.front().z,
                                             decays_.data());
  decay_step_ = 0.0;
  if (heights.size() < 2) return;
  decay_step_ = (heights.back().z - heights.front().z) / static_cast<double>(heights.size() - 1);
  at_full_width<start_some_decays<8, true>, start_some_decays<4, true>, start_some_decays<2, true>>(
      blocks_.data(), blocks_.size(), decay_step_, decay_steps_.data());
}

void WaveKinematics::carry_decays(double from, double to) const {
  const double further = (to - from) - decay_step_;
  const bool is_near =
      largest_wavenumber_ * std::max(std::abs(from), std::abs(to)) <= kCarriedDepth;
  if (!is_near || largest_wavenumber_ * std::abs(further) > kShortStep) {
    at_full_width<start_some_decays<8, false>, start_some_decays<4, false>,
                  start_some_decays<2, false>>(blocks_.data(), blocks_.size(), to, decays_.data());
  } else if (deep_) {
    at_full_width<step_some_decays<8, true>, step_some_decays<4, true>, step_some_decays<2, true>>(
        blocks_.data(), blocks_.size(), decay_steps_.data(), further, decays_.data());
  } else {
    at_full_width<step_some_decays<8, false>, step_some_decays<4, false>,
                  step_some_decays<2, false>>(blocks_.data(), blocks_.size(), decay_steps_.data(),
                                              further, decays_.data());
  }
}

void WaveKinematics::add_motion_of_components(double beyond, WaterMotion& motion) const {
  MotionSums sums;
  if (beyond == 0.0) {
    at_full_width<sum_motion<8, false>, sum_motion<4, false>, sum_motion<2, false>>(
        blocks_.data(), blocks_.size(), turning_.data(), decays_.data(), 0.0, turned_.data(), sums);
  } else {
    at_full_width<sum_motion<8, true>, sum_motion<4, true>, sum_motion<2, true>>(
        blocks_.data(), blocks_.size(), turning_.data(), decays_.data(), beyond, turned_.data(),
        sums);
  }
  std::array<double, 7> at;
  for (std::size_t j = 0; j < 7; ++j) at[j] = fold(sums[j].lanes());
  motion.velocity += Vector3(at[0], at[1], at[2]);
  motion.acceleration += Vector3(at[3], at[4], at[5]);
  motion.pressure += at[6];
}

void WaveKinematics::go_to(const WavePhasors& phasors, const Vector2& position) const {
  phasors_here_ = &phasors;
  here_ = position;
  if (sea_.steep_wave() == nullptr) begin_row(phasors, {position, Vector2::Zero()});
}

double WaveKinematics::elevation_here() const {
  if (sea_.steep_wave() != nullptr) return steep_surface(*phasors_here_, here_).elevation;
  LaneArray sums;
  at_full_width<sum_elevation<8>, sum_elevation<4>, sum_elevation<2>>(
      blocks_.size(), turning_.data(), turned_.data(), sums);
  const double bound = sea_.bound_waves() != nullptr ? sea_.bound_waves()->elevation(turned_) : 0.0;
  return fold(sums.lanes()) + bound;
}

void WaveKinematics::add_motion_here(const WaterHeight& height, WaterMotion& motion) const {
  if (sea_.steep_wave() != nullptr) {
    add_steep_motion(*phasors_here_, here_, height.z + height.beyond, motion);
    return;
  }
  begin_decays({&height, 1});
  add_motion_of_components(height.beyond, motion);
  if (sea_.bound_waves() != nullptr) sea_.bound_waves()->add_motion(turned_, height.z, motion);
}

void WaveKinematics::add_motions(const WavePhasors& phasors, const PointRow& row,
                                 std::span<const WaterHeight> heights,
                                 std::span<WaterMotion> motions) const {
  if (motions.empty()) return;
  if (sea_.steep_wave() != nullptr) {
    for (std::size_t i = 0; i < motions.size(); ++i) {
      add_steep_motion(phasors, row.at(i), heights[i].z + heights[i].beyond, motions[i]);
    }
    return;
  }
  begin_row(phasors, row);
  begin_decays(heights);
  for (std::size_t i = 0; i < motions.size(); ++i) {
    if (i > 0) carry_decays(heights[i - 1].z, heights[i].z);
    add_motion_of_components(heights[i].beyond, motions[i]);
  }
  if (sea_.bound_waves() == nullptr) return;
  for (std::size_t i = 0; i < motions.size(); ++i) {
    turn_to(phasors, row.at(i));
    sea_.bound_waves()->add_motion(turned_, heights[i].z, motions[i]);
  }
}

}  // namespace raftup::hydro
