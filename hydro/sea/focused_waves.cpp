#include "hydro/sea/focused_waves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/sea/dispersion.hpp"

namespace raftup::hydro {
namespace {

double square(double x) { return x * x; }

double variance_of(const WaveComponent& wave) { return 0.5 * square(wave.amplitude); }

Complex turn_of(double turns) {
  const SineCosine at = sincos_turns(turns - nearest_integer(turns));
  return {at.cosine, at.sine};
}

}  // namespace

ConditionedSea::ConditionedSea(std::vector<WaveComponent> random, std::vector<Complex> responses,
                               const Vector2& position, double time, const Sea::Water& water)
    : random_(std::move(random)), responses_(std::move(responses)) {
  require(responses_.size() == random_.size(),
          fmt::format("responses must have one entry per component, {}", random_.size()),
          std::to_string(responses_.size()));
  for (std::size_t n = 0; n < random_.size(); ++n) {
    const WaveComponent& wave = random_[n];
    const double k =
        wave_on_current(wave.omega, wave.direction, water.depth, water.gravity, water.current)
            .wavenumber;
    const auto [sine, cosine] = sincos(wave.direction);
    const double along = position.x() * cosine + position.y() * sine;
    turns_.push_back((wave.omega * time - k * along) * kTurnsPerRadian);
    const double carried = std::norm(responses_[n]) * variance_of(wave);
    m0_ += carried;
    m2_ += square(wave.omega) * carried;
  }
  require(m0_ > 0.0 && std::isfinite(m0_), "the waves must move what is to be extreme",
          fmt::format("a standard deviation of {}", std::sqrt(m0_)));
}

double ConditionedSea::deviation() const { return std::sqrt(m0_); }

double ConditionedSea::crossing_period() const { return kTwoPi * std::sqrt(m0_ / m2_); }

double ConditionedSea::most_probable(double duration) const {
  const double period = crossing_period();
  require(
      duration > period,
      fmt::format("most_probable.duration must be longer than the mean period, {:.6g} s", period),
      fmt::format("{} s", duration));
  return deviation() * std::sqrt(2.0 * logarithm(duration / period));
}

std::vector<Complex> ConditionedSea::phasors(double level, bool in_random_sea) const {
  std::vector<Complex> result(random_.size());
  double value = 0.0, rate = 0.0;
  for (std::size_t n = 0; in_random_sea && n < random_.size(); ++n) {
    result[n] = random_[n].amplitude * turn_of(turns_[n] + random_[n].phase * kTurnsPerRadian);
    const Complex response = responses_[n] * result[n];
    value += response.real();
    rate -= random_[n].omega * response.imag();
  }
  const double by_value = (level - value) / m0_, by_rate = -rate / m2_;
  for (std::size_t n = 0; n < random_.size(); ++n) {
    const Complex weight(by_value, -random_[n].omega * by_rate);
    result[n] += std::conj(responses_[n]) * variance_of(random_[n]) * weight;
  }
  return result;
}

std::vector<WaveComponent> ConditionedSea::reaching(double level, bool in_random_sea) const {
  const std::vector<Complex> at = phasors(level, in_random_sea);
  std::vector<WaveComponent> waves = random_;
  for (std::size_t n = 0; n < waves.size(); ++n) {
    waves[n].amplitude = std::sqrt(std::norm(at[n]));
    const double rest = turns_[n] - nearest_integer(turns_[n]);
    waves[n].phase = arctangent(at[n].imag(), at[n].real()) - kTwoPi * rest;
  }
  return waves;
}

double ConditionedSea::value(const std::vector<Complex>& phasors, double time) const {
  double sum = 0.0;
  for (std::size_t n = 0; n < phasors.size(); ++n) {
    const Complex response = responses_[n] * phasors[n];
    const SineCosine at = sincos_turns(random_[n].omega * time * kTurnsPerRadian);
    sum += response.real() * at.cosine - response.imag() * at.sine;
  }
  return sum;
}

double ConditionedSea::trough(const std::vector<Complex>& phasors, double direction) const {
  constexpr int kStepsPerPeriod = 32, kPeriods = 4;
  const double step = direction * crossing_period() / kStepsPerPeriod;
  bool below = false;
  double lowest = 0.0, where = 0.0;
  for (int i = 1; i <= kStepsPerPeriod * kPeriods; ++i) {
    check_cancelled();
    const double at = value(phasors, i * step);
    if (below && at >= 0.0) break;
    below = below || at < 0.0;
    if (at < lowest) {
      lowest = at;
      where = i * step;
    }
  }
  // Trisect the two steps around the lowest value: a minimum to a millionth of a step.
  double left = where - step, right = where + step;
  for (int i = 0; i < 40 && lowest < 0.0; ++i) {
    check_cancelled();
    const double a = left + (right - left) / 3.0, b = right - (right - left) / 3.0;
    if (value(phasors, a) < value(phasors, b)) {
      right = b;
    } else {
      left = a;
    }
  }
  return lowest < 0.0 ? std::min(lowest, value(phasors, 0.5 * (left + right))) : lowest;
}

double ConditionedSea::level_of_height(double height, bool in_random_sea) const {
  require(std::isfinite(height) && height > 0.0, "height must be positive",
          fmt::format("{}", height));
  const auto excess = [&](double level) {
    const std::vector<Complex> at = phasors(level, in_random_sea);
    return level - std::min(trough(at, -1.0), trough(at, 1.0)) - height;
  };
  double before = 0.5 * height, level = 0.6 * height;
  double excess_before = excess(before), now = excess(level);
  constexpr int kRounds = 12;
  // Relative to the height; chosen, not swept.
  constexpr double kEnough = 1e-12;
  for (int round = 0; round < kRounds && std::abs(now) > kEnough * height; ++round) {
    const double change = now - excess_before;
    if (change == 0.0) break;
    const double next = level - now * (level - before) / change;
    before = std::exchange(level, std::clamp(next, 0.01 * height, 10.0 * height));
    excess_before = std::exchange(now, excess(level));
  }
  require(std::abs(now) < 1e-6 * height,
          "height must be that of a crest over the lower trough beside it",
          fmt::format("{} m, the nearest found {:.6g} m", height, height + now));
  return level;
}

}  // namespace raftup::hydro
