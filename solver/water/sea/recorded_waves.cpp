#include "solver/water/sea/recorded_waves.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/water/sea/wave_making.hpp"

namespace raftup::solver {

namespace {

constexpr double kShareOfNyquist = 0.8;  // harmonics closer to it follow the record's noise
constexpr int kMostDirections = 1000;

}  // namespace

hydro::ElevationRecord record_of(const ElevationSeries& series) {
  return {series.time, series.elevation};
}

hydro::RecordOptions record_options(const ElevationSeries& series,
                                    const hydro::ElevationRecord& record) {
  const bool repeat = series.beyond == BeyondRecord::kRepeat;
  hydro::RecordOptions options;
  options.omega_min = series.omega_min.value_or(0.0);
  options.omega_max = series.omega_max.value_or(kShareOfNyquist * record.nyquist());
  if (series.taper) {
    options.taper = *series.taper;
  } else if (!repeat) {
    options.taper = std::min(record.peak_period(), 0.25 * (record.last() - record.first()));
  }
  options.padding = series.padding.value_or(repeat ? 0.0 : kLeastPadding);
  return options;
}

double start_of(const ElevationSeries& series, const hydro::ElevationRecord& record) {
  return series.start.value_or(record.first());
}

std::vector<double> directions_of(const ElevationSeries& series) {
  if (!series.spreading) return {series.direction};
  WaveSpreading spreading = *series.spreading;
  if (spreading.direction_count == 0) spreading.direction_count = kRecordDirections;
  require(spreading.direction_count <= kMostDirections,
          fmt::format("spreading.direction_count must be at most {}", kMostDirections),
          std::to_string(spreading.direction_count));
  return spread(series.direction, spreading);
}

std::vector<hydro::WaveComponent> make_waves(const ElevationSeries& series, std::uint64_t same_seed,
                                             const hydro::Sea::Water& water) {
  require(series.file.empty() || !series.time.empty(),
          "file must be read by the client, which sends time and elevation", series.file);
  const hydro::ElevationRecord record = record_of(series);
  hydro::RecordPlace place;
  place.start = start_of(series, record);
  place.gauge = series.position.value_or(Vector2::Zero());
  place.directions = directions_of(series);
  place.seed = static_cast<std::uint64_t>(series.seed);
  place.same_seed_before = same_seed;
  const hydro::RecordOptions options = record_options(series, record);
  const hydro::RecordHarmonics harmonics = hydro::record_harmonics(record, options);
  require(harmonics.phasors.size() <= kComponentLimit,
          fmt::format("omega_max must leave at most {} harmonics, {:.6g} rad/s apart",
                      kComponentLimit, kTwoPi / harmonics.duration),
          std::to_string(harmonics.phasors.size()));
  return hydro::record_waves(harmonics, record, place, water);
}

std::shared_ptr<const hydro::Spectrum> elevation_spectrum(const ElevationSeries& series) {
  const hydro::ElevationRecord record = record_of(series);
  hydro::RecordOptions options = record_options(series, record);
  options.padding = 0.0;  // density of the record without the still water after it
  const hydro::RecordHarmonics harmonics = hydro::record_harmonics(record, options);
  constexpr std::size_t kSteps = 200;
  const double low = harmonics.omega(0), high = harmonics.omega(harmonics.phasors.size() - 1);
  const double step = std::max((high - low) / kSteps, 1e-6 * high);
  std::vector<double> omega, density(kSteps + 1, 0.0);
  for (std::size_t i = 0; i <= kSteps; ++i) omega.push_back(low + step * static_cast<double>(i));
  for (std::size_t n = 0; n < harmonics.phasors.size(); ++n) {
    // The variance is split between the two nearest nodes, so that the piecewise linear density
    // keeps it.
    const double at = std::min((harmonics.omega(n) - low) / step, static_cast<double>(kSteps));
    const auto node = std::min(to_integer<std::size_t>(at, "node of a spectrum"), kSteps - 1);
    const double beyond = at - static_cast<double>(node);
    const double variance = 0.5 * std::norm(harmonics.phasors[n]);
    density[node] += (1.0 - beyond) * variance / (node == 0 ? 0.5 * step : step);
    density[node + 1] += beyond * variance / (node + 1 == kSteps ? 0.5 * step : step);
  }
  return std::make_shared<hydro::TabulatedSpectrum>(std::move(omega), std::move(density));
}

}  // namespace raftup::solver
