#include "hydro/sea/elevation_record.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/numerics/fourier.hpp"
#include "hydro/sea/dispersion.hpp"
#include "hydro/sea/wave_systems.hpp"

namespace raftup::hydro {
namespace {

constexpr double kEvenStep = 1e-6;    ///< largest deviation of a time, relative to the step
constexpr double kLongestStep = 2.0;  ///< relative to the median
constexpr double kMostSteps = 1e6;    ///< greatest number of steps of a record with its padding
constexpr double kRounding = 1e-9;    ///< of numbers that were written and read

void check_rows(const std::vector<double>& time, const std::vector<double>& elevation) {
  require(time.size() >= ElevationRecord::kFewestSamples,
          fmt::format("time must have at least {} rows", ElevationRecord::kFewestSamples),
          std::to_string(time.size()));
  require(elevation.size() == time.size(),
          fmt::format("elevation must have one value per time, {}", time.size()),
          std::to_string(elevation.size()));
  for (std::size_t i = 0; i < time.size(); ++i) {
    require(std::isfinite(time[i]), fmt::format("time[{}] must be finite", i),
            fmt::format("{}", time[i]));
    require(i == 0 || time[i] > time[i - 1],
            fmt::format("time[{}] must be above time[{}], {}", i, i - 1, time[i > 0 ? i - 1 : 0]),
            fmt::format("{}", time[i]));
    require(std::abs(elevation[i]) <= kHighestWave,
            fmt::format("elevation[{}] must lie within {:g} m of 0", i, kHighestWave),
            fmt::format("{}", elevation[i]));
  }
}

double median_step(const std::vector<double>& time) {
  std::vector<double> steps;
  for (std::size_t i = 1; i < time.size(); ++i) steps.push_back(time[i] - time[i - 1]);
  const auto middle = steps.begin() + static_cast<std::ptrdiff_t>(steps.size() / 2);
  std::nth_element(steps.begin(), middle, steps.end());
  return *middle;
}

/// Returns the second derivatives of the cubic spline through the points, 0 at both ends.
std::vector<double> spline(const std::vector<double>& x, const std::vector<double>& y) {
  const std::size_t n = x.size();
  std::vector<double> second(n, 0.0), factor(n, 0.0);
  for (std::size_t i = 1; i + 1 < n; ++i) {
    const double before = x[i] - x[i - 1], after = x[i + 1] - x[i];
    const double pivot = 2.0 * (before + after) - before * factor[i - 1];
    const double right = 6.0 * ((y[i + 1] - y[i]) / after - (y[i] - y[i - 1]) / before);
    factor[i] = after / pivot;
    second[i] = (right - before * second[i - 1]) / pivot;
  }
  for (std::size_t i = n - 1; i-- > 1;) second[i] -= factor[i] * second[i + 1];
  return second;
}

std::vector<double> interpolated(const std::vector<double>& x, const std::vector<double>& y,
                                 double step, std::size_t count) {
  const std::vector<double> second = spline(x, y);
  std::vector<double> values;
  std::size_t i = 0;
  for (std::size_t k = 0; k < count; ++k) {
    const double at = std::min(x.front() + step * static_cast<double>(k), x.back());
    while (i + 2 < x.size() && x[i + 1] <= at) ++i;
    const double width = x[i + 1] - x[i], b = (at - x[i]) / width, a = 1.0 - b;
    values.push_back(a * y[i] + b * y[i + 1] +
                     width * width / 6.0 *
                         ((a * a * a - a) * second[i] + (b * b * b - b) * second[i + 1]));
  }
  return values;
}

/// Returns (1 - cos(pi t / taper)) / 2, where t is the time from the nearer end.
double taper_at(std::size_t index, std::size_t count, double step, double taper) {
  const double from_end = step * static_cast<double>(std::min(index, count - 1 - index));
  if (from_end >= taper) return 1.0;
  return 0.5 * (1.0 - sincos_turns(0.5 * from_end / taper).cosine);
}

void check_options(const ElevationRecord& record, const RecordOptions& options) {
  const double half = 0.5 * (record.last() - record.first());
  require(options.taper >= 0.0 && options.taper <= half,
          fmt::format("taper must lie within 0 and half of the record, {} s", half),
          fmt::format("{}", options.taper));
  require(options.padding >= 0.0, "padding must not be negative",
          fmt::format("{}", options.padding));
  const double count = (record.last() - record.first() + options.padding) / record.step();
  require(count <= kMostSteps,
          fmt::format("padding, the still water after the record, must leave at most {:g} steps "
                      "of {} s in all",
                      kMostSteps, record.step()),
          fmt::format("{} s", options.padding));
  require(options.omega_min >= 0.0, "omega_min must not be negative",
          fmt::format("{}", options.omega_min));
  require(options.omega_max > options.omega_min,
          fmt::format("omega_max must be above omega_min, {}", options.omega_min),
          fmt::format("{}", options.omega_max));
  require(options.omega_max <= record.nyquist() * (1.0 + kRounding),
          fmt::format("omega_max must be at most pi over the record's step, {} rad/s",
                      record.nyquist()),
          fmt::format("{}", options.omega_max));
}

/// All harmonics of the tapered record, beginning with the mean.
struct WholeTransform {
  double mean;
  std::size_t count;               ///< samples, padding included
  std::vector<Complex> harmonics;  ///< Z_n, n = 0 .. count / 2
  std::size_t first, end;          ///< range of the harmonics within the band
};

WholeTransform transform(const ElevationRecord& record, const RecordOptions& options) {
  check_options(record, options);
  const std::vector<double>& elevation = record.elevation();
  const std::size_t samples = elevation.size();
  WholeTransform whole{};
  whole.count = samples + to_integer<std::size_t>(
                              std::ceil(options.padding / record.step() * (1.0 - kRounding)),
                              "steps of padding");
  double sum = 0.0, weights = 0.0;
  std::vector<double> weight;
  for (std::size_t i = 0; i < samples; ++i) {
    weight.push_back(taper_at(i, samples, record.step(), options.taper));
    sum += weight[i] * elevation[i];
    weights += weight[i];
  }
  whole.mean = sum / weights;
  std::vector<Complex> faded(whole.count);
  for (std::size_t i = 0; i < samples; ++i) faded[i] = weight[i] * (elevation[i] - whole.mean);
  whole.harmonics = fourier_transform(faded);
  whole.harmonics.resize(whole.count / 2 + 1);
  const auto count = static_cast<double>(whole.count);
  for (std::size_t n = 0; n < whole.harmonics.size(); ++n) {
    whole.harmonics[n] *= (2 * n == whole.count || n == 0 ? 1.0 : 2.0) / count;
  }
  const double spacing = kTwoPi / (count * record.step());
  whole.first = std::max<std::size_t>(
      1, to_integer<std::size_t>(std::ceil(options.omega_min / spacing * (1.0 - kRounding)),
                                 "omega_min over the spacing of harmonics"));
  const auto last =
      to_integer<std::size_t>(std::floor(options.omega_max / spacing * (1.0 + kRounding)),
                              "omega_max over the spacing of harmonics");
  whole.end = std::min(last + 1, whole.harmonics.size());
  require(
      whole.first < whole.end,
      fmt::format("omega_min to omega_max must hold a harmonic, which are {} rad/s apart", spacing),
      fmt::format("{} to {}", options.omega_min, options.omega_max));
  return whole;
}

/// c_g = dsigma/dk + U~ [m/s], sigma^2 = g k tanh(k h).
double group_speed(double omega, double direction, const Sea::Water& water) {
  const WaveOnCurrent wave =
      wave_on_current(omega, direction, water.depth, water.gravity, water.current);
  const double k = wave.wavenumber, kh = k * water.depth;
  // 2 k h / sinh 2 k h, nothing in deep water
  const double shallow =
      kh < 20.0 ? 4.0 * kh * exponential(-2.0 * kh) / (1.0 - exponential(-4.0 * kh)) : 0.0;
  return 0.5 * (1.0 + shallow) * wave.intrinsic_omega / k + (omega - wave.intrinsic_omega) / k;
}

}  // namespace

ElevationRecord::ElevationRecord(const std::vector<double>& time,
                                 const std::vector<double>& elevation) {
  check_rows(time, elevation);
  first_ = time.front();
  const double median = median_step(time);
  step_ = (time.back() - first_) / static_cast<double>(time.size() - 1);
  jitter_ = 0.0;
  double off = 0.0;
  for (std::size_t i = 1; i < time.size(); ++i) {
    const double length = time[i] - time[i - 1];
    require(length <= kLongestStep * median * (1.0 + kRounding),
            fmt::format("time[{}] must follow the row before within two median steps, {} s; fill "
                        "the gap, or cut the record there",
                        i, kLongestStep * median),
            fmt::format("{} s", length));
    jitter_ = std::max(jitter_, std::abs(length / median - 1.0));
    off = std::max(off, std::abs(time[i] - (first_ + step_ * static_cast<double>(i))));
  }
  if (off <= kEvenStep * step_) {
    elevation_ = elevation;
    return;
  }
  step_ = median;
  const double steps = std::floor((time.back() - first_) / step_ * (1.0 + kRounding));
  elevation_ = interpolated(time, elevation, step_,
                            to_integer<std::size_t>(steps, "duration over the step") + 1);
}

double ElevationRecord::peak_period() const {
  RecordOptions all;
  all.omega_max = nyquist();
  const RecordHarmonics harmonics = record_harmonics(*this, all);
  double largest = 0.0;
  for (const Complex& phasor : harmonics.phasors) largest = std::max(largest, std::norm(phasor));
  double weights = 0.0, sum = 0.0;
  for (std::size_t i = 0; largest > 0.0 && i < harmonics.phasors.size(); ++i) {
    const double share = std::norm(harmonics.phasors[i]) / largest;
    const double weight = share * share * share * share;
    weights += weight;
    sum += weight * harmonics.omega(i);
  }
  return weights > 0.0 ? kTwoPi * weights / sum : 0.0;
}

RecordHarmonics record_harmonics(const ElevationRecord& record, const RecordOptions& options) {
  const WholeTransform whole = transform(record, options);
  RecordHarmonics result;
  result.mean = whole.mean;
  result.duration = record.step() * static_cast<double>(whole.count);
  result.first = whole.first;
  const auto begin = whole.harmonics.begin();
  result.phasors.assign(begin + static_cast<std::ptrdiff_t>(whole.first),
                        begin + static_cast<std::ptrdiff_t>(whole.end));
  double outside = 0.0, all = 0.0;
  for (std::size_t n = 1; n < whole.harmonics.size(); ++n) {
    all += std::norm(whole.harmonics[n]);
    if (n < whole.first || n >= whole.end) outside += std::norm(whole.harmonics[n]);
  }
  result.variance_outside = all > 0.0 ? outside / all : 0.0;
  return result;
}

double record_error(const ElevationRecord& record, const RecordOptions& options) {
  WholeTransform whole = transform(record, options);
  // Compute the sum of the harmonics outside the band by the transform of their conjugates.
  std::vector<Complex> outside(whole.count);
  for (std::size_t n = 1; n < whole.harmonics.size(); ++n) {
    if (n < whole.first || n >= whole.end) outside[n] = std::conj(whole.harmonics[n]);
  }
  const std::vector<Complex> missed = fourier_transform(outside);
  double error = 0.0, all = 0.0;
  const std::size_t samples = record.elevation().size();
  for (std::size_t i = 0; i < samples; ++i) {
    if (taper_at(i, samples, record.step(), options.taper) < 1.0) continue;
    error += missed[i].real() * missed[i].real();
    const double value = record.elevation()[i] - whole.mean;
    all += value * value;
  }
  return all > 0.0 ? std::sqrt(error / all) : 0.0;
}

std::vector<WaveComponent> record_waves(const RecordHarmonics& harmonics,
                                        const ElevationRecord& record, const RecordPlace& place,
                                        const Sea::Water& water) {
  std::vector<WaveComponent> waves;
  const auto count = static_cast<double>(place.directions.size());
  for (std::size_t i = 0; i < harmonics.phasors.size(); ++i) {
    const std::size_t n = harmonics.first + i;
    std::size_t drawn = 0;
    if (place.directions.size() > 1) {
      const double at = uniform_pair(place.seed, n, place.same_seed_before)[0];
      drawn = std::min(to_integer<std::size_t>(std::floor(at * count), "drawn direction"),
                       place.directions.size() - 1);
    }
    WaveComponent wave;
    wave.direction = place.directions[drawn];
    wave.omega = harmonics.omega(i);
    const Complex& phasor = harmonics.phasors[i];
    wave.amplitude = std::sqrt(std::norm(phasor));
    const double k =
        wave_on_current(wave.omega, wave.direction, water.depth, water.gravity, water.current)
            .wavenumber;
    const auto [sine, cosine] = sincos(wave.direction);
    const double turns =
        static_cast<double>(n) * ((place.start - record.first()) / harmonics.duration) +
        k * (place.gauge.x() * cosine + place.gauge.y() * sine) * kTurnsPerRadian;
    const double rest = turns - nearest_integer(turns);
    wave.phase = arctangent(phasor.imag(), phasor.real()) + kTwoPi * rest;
    waves.push_back(wave);
  }
  return waves;
}

std::array<double, 2> determined_interval(const RecordHarmonics& harmonics,
                                          const ElevationRecord& record, double taper,
                                          double distance, double direction,
                                          const Sea::Water& water) {
  // Group speeds are taken at 5 and 95 % of the energy; chosen, not swept.
  constexpr double kShareBelow = 0.05;
  double all = 0.0, below = 0.0;
  for (const Complex& phasor : harmonics.phasors) all += std::norm(phasor);
  std::array<double, 2> omegas{harmonics.omega(0), harmonics.omega(0)};
  for (std::size_t i = 0; i < harmonics.phasors.size(); ++i) {
    if (below <= kShareBelow * all) omegas[0] = harmonics.omega(i);
    if (below <= (1.0 - kShareBelow) * all) omegas[1] = harmonics.omega(i);
    below += std::norm(harmonics.phasors[i]);
  }
  const double fast = distance / group_speed(omegas[0], direction, water);
  const double slow = distance / group_speed(omegas[1], direction, water);
  return {record.first() + taper + std::max(fast, slow),
          record.last() - taper + std::min(fast, slow)};
}

}  // namespace raftup::hydro
