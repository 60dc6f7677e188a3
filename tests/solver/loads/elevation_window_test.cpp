#include "solver/loads/hydrodynamics/elevation_window.hpp"

#include <cmath>

#include "tests/support/catch.hpp"

using namespace raftup;
using namespace raftup::solver;

namespace {

constexpr std::int64_t kStepNs = 15'000'001;  // odd: the middle of a step lies at half a nanosecond
constexpr std::size_t kCount = 41;
constexpr std::int64_t kHalf = kCount / 2;

/// Returns the samples as they are, in the place of a force.
void as_they_are(std::span<const double> elevations, VectorXd& force) {
  force =
      Eigen::Map<const VectorXd>(elevations.data(), static_cast<Eigen::Index>(elevations.size()));
}

double wave(std::int64_t time_ns) { return std::sin(2.1e-9 * static_cast<double>(time_ns) + 0.3); }

/// Adds samples at irregular intervals up to a time; they begin before 0.
void stream_until(std::int64_t end_ns, InputSeries& series, double scale = 1.0) {
  std::int64_t time_ns = series.times_ns().empty() ? -700'000'000 : series.times_ns().back();
  while (time_ns < end_ns) {
    time_ns += 11'000'000 + (time_ns % 7) * 3'000'000;
    const double value = scale * wave(time_ns);
    series.append(time_ns, {&value, 1});
  }
}

/// The largest difference between the window at the three stages of a step and all samples
/// interpolated one by one.
double largest_error(ElevationWindow& window, const InputSeries& series, std::int64_t step) {
  const StepTimes times(step, kStepNs);
  window.follow(series, times.end);
  double largest = 0.0;
  for (const double stage : {times.start, times.middle, times.end}) {
    const VectorXd& found =
        window.force(series, {hydro::Stage::kStart, stage, times.start}, as_they_are);
    for (std::int64_t j = 0; j < static_cast<std::int64_t>(kCount); ++j) {
      const double at = stage + 1e-9 * static_cast<double>((kHalf - j) * kStepNs);
      double expected = 0.0;
      series.evaluate(at, {&expected, 1});
      largest = std::max(largest, std::abs(found[j] - expected));
    }
  }
  return largest;
}

constexpr double kRounding = 1e-13;  // of the times, which the test adds up in another order

}  // namespace

TEST_CASE("elevation window: has the samples of the input, whatever is sent and when",
          "[excitation]") {
  for (const Interpolation curve :
       {Interpolation::kHold, Interpolation::kLinear, Interpolation::kHermite}) {
    CAPTURE(names_of(curve)[static_cast<std::size_t>(curve)]);
    InputSeries series(1, curve);
    ElevationWindow window(kStepNs, kCount);
    CHECK(largest_error(window, series, 0) == 0.0);  // nothing has been sent yet
    for (std::int64_t step = 0; step < 150; ++step) {
      // Often less is known than the window needs, so that samples change as more arrives.
      stream_until((step + (step * 5) % 37) * kStepNs, series);
      CAPTURE(step);
      REQUIRE(largest_error(window, series, step) < kRounding);
      series.forget_before((step - kHalf) * kStepNs);
    }
  }
}

TEST_CASE("elevation window: follows a forecast that is corrected and a state of another time",
          "[excitation]") {
  InputSeries series(1, Interpolation::kHermite);
  stream_until(200 * kStepNs, series);
  ElevationWindow window(kStepNs, kCount);
  const InputSeries earlier = series;
  REQUIRE(largest_error(window, series, 60) < kRounding);

  series.append(70 * kStepNs, std::array{0.2});  // removes what lies after it
  CHECK(largest_error(window, series, 61) < kRounding);
  stream_until(200 * kStepNs, series, 1.3);
  CHECK(largest_error(window, series, 62) < kRounding);
  CHECK(largest_error(window, earlier, 20) < kRounding);
  CHECK(largest_error(window, series, 63) < kRounding);
  series.set_interpolation(Interpolation::kLinear);
  CHECK(largest_error(window, series, 63) < kRounding);
}

TEST_CASE("elevation window: is a function of the inputs, whatever it has followed before",
          "[excitation]") {
  InputSeries series(1, Interpolation::kHermite);
  ElevationWindow followed(kStepNs, kCount);
  for (std::int64_t step = 0; step < 100; ++step) {
    stream_until((step + kHalf + 3) * kStepNs, series);
    followed.follow(series, StepTimes(step, kStepNs).end);
    const StepTimes times(step, kStepNs);
    const StageTime end{hydro::Stage::kEnd, times.end, times.start};
    ElevationWindow fresh(kStepNs, kCount);
    fresh.follow(series, times.end);
    REQUIRE(followed.force(series, end, as_they_are) == fresh.force(series, end, as_they_are));
    series.forget_before((step - kHalf) * kStepNs);
  }
}
