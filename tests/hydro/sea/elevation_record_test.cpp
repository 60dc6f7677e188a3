#include "hydro/sea/elevation_record.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hydro/base/error.hpp"
#include "hydro/numerics/fourier.hpp"
#include "hydro/sea/wave_systems.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::hydro;

namespace {

constexpr double kRecordGravity = 9.80665, kStep = 0.5, kEnd = 600.0, kTaper = 20.0;
const Sea::Water kRecordWater{std::numeric_limits<double>::infinity(), kRecordGravity, {}};

/// Three harmonics in deep water, as they are at x along their way.
double three_waves(double time, double x) {
  const auto wave = [&](double amplitude, double omega, double phase) {
    return amplitude * std::cos(omega * time - omega * omega / kRecordGravity * x + phase);
  };
  return wave(1.2, 0.5, 0.3) + wave(0.8, 0.83, -1.1) + wave(0.4, 1.27, 2.0);
}

std::vector<double> even_times() {
  std::vector<double> time;
  for (int i = 0; i <= 1200; ++i) time.push_back(kStep * i);
  return time;
}

std::vector<double> sampled(const std::vector<double>& time) {
  std::vector<double> elevation;
  for (const double t : time) elevation.push_back(three_waves(t, 0.0));
  return elevation;
}

ElevationRecord three_wave_record() { return {even_times(), sampled(even_times())}; }

RecordOptions all_harmonics(const ElevationRecord& record) {
  RecordOptions options;
  options.taper = kTaper;
  options.padding = 100.0;
  options.omega_max = record.nyquist();
  return options;
}

Sea sea_of(const ElevationRecord& record, const RecordOptions& options,
           const RecordPlace& place = {}) {
  return {record_waves(record_harmonics(record, options), record, place, kRecordWater),
          kRecordWater, 0.0};
}

/// Root mean square of how far a sea is from the three waves, between samples.
double error_between(const Sea& sea, double mean, double x) {
  double sum = 0.0;
  int count = 0;
  for (double t = 200.0; t <= 500.0; t += 0.73, ++count) {
    sum += std::pow(sea.elevation(t, Vector2(x, 0.0)) + mean - three_waves(t, x), 2);
  }
  return std::sqrt(sum / count);
}

}  // namespace

TEST_CASE("fourier transform: any length gives back what was summed", "[numerics][analytic]") {
  for (const std::size_t length : {1U, 2U, 7U, 64U, 360U, 1009U}) {
    std::vector<Complex> series;
    for (std::size_t q = 0; q < length; ++q) {
      series.emplace_back(std::sin(1.0 + 0.3 * static_cast<double>(q * q % 17)),
                          std::cos(0.7 * static_cast<double>(q)));
    }
    const std::vector<Complex> found = fourier_transform(series);
    double worst = 0.0;
    for (std::size_t k = 0; k < length; ++k) {
      Complex sum = 0.0;
      for (std::size_t q = 0; q < length; ++q) {
        sum += series[q] * std::polar(1.0, -2.0 * M_PI * static_cast<double>(k * q % length) /
                                               static_cast<double>(length));
      }
      worst = std::max(worst, std::abs(sum - found[k]));
    }
    CHECK(worst < 1e-14 * static_cast<double>(length));  // of the plain sum, mostly
  }
}

TEST_CASE("elevation record: the gauge reads it, and other places what linear waves make of it",
          "[sea][record][analytic]") {  // U1
  const ElevationRecord record = three_wave_record();
  const RecordOptions options = all_harmonics(record);
  const double mean = record_harmonics(record, options).mean;
  const Sea sea = sea_of(record, options);
  double worst = 0.0;
  for (double t = 60.0; t <= 540.0; t += kStep) {
    const double error = sea.elevation(t, Vector2::Zero()) + mean - three_waves(t, 0.0);
    worst = std::max(worst, std::abs(error));
  }
  CHECK(worst < 1e-12);
  CHECK(error_between(sea, mean, 0.0) < 1e-6);    // between samples
  CHECK(error_between(sea, mean, 100.0) < 1e-6);  // 2e-7: what the ends leave
  const auto at = [&](double x) { return sea.elevation(300.0, Vector2(x, 0.0)) + mean; };
  CHECK(at(0.0) == Approx(0.6726371943).epsilon(0.0).margin(2e-5));
  CHECK(at(100.0) == Approx(-1.8196982114).epsilon(0.0).margin(2e-5));
  CHECK(at(-300.0) == Approx(1.2088308311).epsilon(0.0).margin(2e-5));
  CHECK(std::abs(mean) < 2e-4);  // of the truth, 0: what 560 s tell of three waves
}

TEST_CASE("elevation record: a gauge off the origin and a later start read the same waves",
          "[sea][record]") {
  const ElevationRecord record = three_wave_record();
  const RecordOptions options = all_harmonics(record);
  const Sea at_origin = sea_of(record, options);
  RecordPlace place;
  place.start = 120.25;
  place.gauge = Vector2(-80.0, 30.0);
  place.directions = {0.7};
  const Sea moved = sea_of(record, options, place);
  for (const double t : {0.0, 33.3, 200.0}) {
    CHECK(moved.elevation(t, place.gauge) ==
          Approx(at_origin.elevation(t + place.start, Vector2::Zero())).epsilon(0.0).margin(1e-12));
  }
}

TEST_CASE("elevation record: directions are drawn for each harmonic, and the gauge reads the same",
          "[sea][record]") {
  const ElevationRecord record = three_wave_record();
  const RecordOptions options = all_harmonics(record);
  RecordPlace place;
  place.directions = {-0.5, 0.0, 0.5};
  place.seed = 3;
  place.gauge = Vector2(40.0, -20.0);
  const Sea spread = sea_of(record, options, place), plain = sea_of(record, options);
  CHECK(spread.elevation(250.0, place.gauge) ==
        Approx(plain.elevation(250.0, Vector2::Zero())).epsilon(0.0).margin(1e-12));
  std::array<int, 3> drawn{};
  for (const WaveComponent& wave : spread.components()) {
    ++drawn[wave.direction < 0.0 ? 0 : (wave.direction > 0.0 ? 2 : 1)];
  }
  // a third each of 700, with a standard deviation of 12
  for (const int count : drawn) CHECK(std::abs(count - 233) < 50);
}

TEST_CASE("elevation record: what a band leaves out is what the error says", "[sea][record]") {
  const ElevationRecord record = three_wave_record();
  RecordOptions options = all_harmonics(record);
  options.omega_min = 0.2;
  options.omega_max = 2.0;
  const RecordHarmonics harmonics = record_harmonics(record, options);
  const Sea sea = sea_of(record, options);
  double sum = 0.0, all = 0.0;
  for (double t = kTaper; t <= kEnd - kTaper; t += kStep) {
    const double value = three_waves(t, 0.0) - harmonics.mean;
    sum += std::pow(sea.elevation(t, Vector2::Zero()) - value, 2);
    all += value * value;
  }
  const double error = std::sqrt(sum / all);
  CHECK(error < 3e-3);
  double middle = 0.0;
  for (double t = 60.0; t <= 540.0; t += kStep) {
    const double value = three_waves(t, 0.0) - harmonics.mean;
    middle += std::pow(sea.elevation(t, Vector2::Zero()) - value, 2) / 961.0;
  }
  CHECK(std::sqrt(middle) < 2e-3);
  CHECK(record_error(record, options) == Approx(error).epsilon(1e-6));
  CHECK(harmonics.variance_outside < 1e-4);
}

TEST_CASE("elevation record: repeated, it has the period of its samples", "[sea][record]") {
  const ElevationRecord record = three_wave_record();
  RecordOptions options;
  options.omega_max = record.nyquist();
  const Sea sea = sea_of(record, options);
  const double mean = record_harmonics(record, options).mean;
  for (const double t : {3.0, 77.5, 599.0}) {
    CHECK(sea.elevation(600.5 + t, Vector2::Zero()) ==
          Approx(sea.elevation(t, Vector2::Zero())).epsilon(0.0).margin(1e-11));
    CHECK(sea.elevation(t, Vector2::Zero()) + mean ==
          Approx(three_waves(t, 0.0)).epsilon(0.0).margin(1e-11));
  }
}

TEST_CASE("elevation record: unequal steps become equal ones", "[sea][record]") {
  std::vector<double> time = even_times();
  for (std::size_t i = 1; i + 1 < time.size(); ++i) {
    time[i] += 0.03 * std::sin(static_cast<double>(i * i % 11));
  }
  const ElevationRecord record(time, sampled(time));
  CHECK(record.jitter() > 0.05);
  double worst = 0.0;
  for (std::size_t i = 10; i + 10 < record.elevation().size(); ++i) {
    const double t = record.first() + record.step() * static_cast<double>(i);
    worst = std::max(worst, std::abs(record.elevation()[i] - three_waves(t, 0.0)));
  }
  // 5/384 h^4 of the fourth derivative, sum of a omega^4 = 1.5 m/s4
  CHECK(worst < 2.0 * 5.0 / 384.0 * std::pow(0.56, 4) * 1.5);
}

TEST_CASE("elevation record: it determines the waves elsewhere when all of them have come",
          "[sea][record][analytic]") {
  const ElevationRecord record = three_wave_record();
  const RecordHarmonics harmonics = record_harmonics(record, all_harmonics(record));
  const auto ahead = determined_interval(harmonics, record, kTaper, 100.0, 0.0, kRecordWater);
  // deep water, c_g = g / (2 omega), of .5 and 1.27 rad/s: 7 % of the energy is that of the third
  const double fast = 100.0 * 2.0 * 0.5 / kRecordGravity,
               slow = 100.0 * 2.0 * 1.27 / kRecordGravity;
  CHECK(ahead[0] == Approx(20.0 + slow).epsilon(0.0).margin(0.5));
  CHECK(ahead[1] == Approx(580.0 + fast).epsilon(0.0).margin(0.5));
  const auto behind = determined_interval(harmonics, record, kTaper, -300.0, 0.0, kRecordWater);
  CHECK(behind[0] == Approx(20.0 - 3.0 * fast).epsilon(0.0).margin(1.0));
  CHECK(behind[1] == Approx(580.0 - 3.0 * slow).epsilon(0.0).margin(2.0));
  CHECK(record.peak_period() == Approx(2.0 * M_PI / 0.5).epsilon(0.05));
}

TEST_CASE("elevation record: what is no record is refused by its row", "[sea][record]") {
  const auto time = even_times();
  auto elevation = sampled(time);
  auto backwards = time;
  backwards[7] = backwards[6];
  CHECK_THROWS_WITH(ElevationRecord(backwards, elevation),
                    "time[7] must be above time[6], 3, got 3");
  auto gap = time;
  for (std::size_t i = 9; i < gap.size(); ++i) gap[i] += 0.6;
  CHECK_THROWS_WITH(ElevationRecord(gap, elevation),
                    Catch::Contains("time[9] must follow the row before within "
                                    "two median steps, 1 s; fill the gap"));
  elevation[4] = std::nan("");
  CHECK_THROWS_WITH(ElevationRecord(time, elevation),
                    Catch::Contains("elevation[4] must lie within 1000 m of 0"));
  CHECK_THROWS_WITH(ElevationRecord({0.0, 1.0}, {0.0, 1.0}),
                    "time must have at least 8 rows, got 2");
  const ElevationRecord record = three_wave_record();
  RecordOptions options = all_harmonics(record);
  options.taper = 301.0;
  CHECK_THROWS_WITH(record_harmonics(record, options),
                    "taper must lie within 0 and half of the record, 300 s, got 301");
  options = all_harmonics(record);
  options.omega_max = 7.0;
  CHECK_THROWS_WITH(record_harmonics(record, options),
                    Catch::Contains("omega_max must be at most pi over the"));
}
