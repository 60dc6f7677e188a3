#include "solver/model/inputs/input_series.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "hydro/base/error.hpp"
#include "tests/support/catch.hpp"

using namespace raftup;
using solver::InputSeries;
using solver::Interpolation;

namespace {

double value_at(const InputSeries& series, double time) {
  double value = 0.0;
  series.evaluate(time, {&value, 1});
  return value;
}

void append(InputSeries& series, double time, double value) {
  series.append(std::llround(1e9 * time), {&value, 1});
}

}  // namespace

TEST_CASE("input series: no sample gives zeros, outside the samples the nearest one holds",
          "[solver][inputs]") {
  const auto interpolation =
      GENERATE(Interpolation::kHold, Interpolation::kLinear, Interpolation::kHermite);
  InputSeries series(1, interpolation);
  CHECK(value_at(series, 1.0) == 0.0);
  append(series, 1.0, 5.0);
  append(series, 2.0, 7.0);
  CHECK(value_at(series, 0.0) == 5.0);
  CHECK(value_at(series, 9.0) == 7.0);
}

TEST_CASE("input series: held inputs jump at their sample, linear ones pass through the middle",
          "[solver][inputs]") {
  InputSeries series(1, Interpolation::kHold);
  append(series, 1.0, 5.0);
  append(series, 2.0, 7.0);
  CHECK(value_at(series, 1.999) == 5.0);
  CHECK(value_at(series, 2.0) == 7.0);
  series.set_interpolation(Interpolation::kLinear);
  CHECK(value_at(series, 1.5) == Approx(6.0).epsilon(1e-15));
}

TEST_CASE("input series: the cubic reproduces a parabola on uneven samples, and its order is 3",
          "[solver][inputs]") {
  InputSeries parabola(1, Interpolation::kHermite);
  for (const double t : {0.0, 0.3, 1.0, 1.4}) append(parabola, t, 2.0 + t - 3.0 * t * t);
  for (const double t : {0.1, 0.5, 0.99, 1.2}) {
    CHECK(value_at(parabola, t) == Approx(2.0 + t - 3.0 * t * t).epsilon(1e-13));
  }
  const auto error = [](double interval) {
    InputSeries sine(1, Interpolation::kHermite);
    for (int i = -3; i < 10; ++i) append(sine, interval * i, std::sin(interval * i));
    return std::abs(value_at(sine, 0.3 * interval) - std::sin(0.3 * interval));
  };
  CHECK(std::log2(error(0.1) / error(0.05)) > 2.9);
}

TEST_CASE("input series: an earlier sample replaces everything from there on", "[solver][inputs]") {
  InputSeries series(1, Interpolation::kHold);
  for (const double t : {0.0, 1.0, 2.0}) append(series, t, t);
  append(series, 1.0, 9.0);
  CHECK(series.times_ns().size() == 2);
  CHECK(value_at(series, 5.0) == 9.0);
}

TEST_CASE("input series: forgetting the past changes no value of the future", "[solver][inputs]") {
  const auto interpolation =
      GENERATE(Interpolation::kHold, Interpolation::kLinear, Interpolation::kHermite);
  InputSeries series(1, interpolation);
  for (int i = 0; i < 20; ++i) append(series, 0.1 * i, std::sin(i));
  InputSeries trimmed = series;
  trimmed.forget_before(1050000000);
  CHECK(trimmed.times_ns().size() == 11);
  for (double t = 1.05; t < 2.0; t += 0.013) CHECK(value_at(trimmed, t) == value_at(series, t));
}

TEST_CASE("input series: samples that come later than the look-ahead change no value",
          "[solver][inputs]") {
  const auto interpolation = GENERATE(Interpolation::kLinear, Interpolation::kHermite);
  InputSeries series(1, interpolation);
  for (int i = 0; i < 6; ++i) append(series, 0.1 * i, std::sin(i));
  const double known = 0.5 - 1e-9 * static_cast<double>(series.look_ahead_ns());
  const double before = value_at(series, known - 0.03);
  append(series, 0.6, 100.0);
  CHECK(value_at(series, known - 0.03) == before);
}

TEST_CASE("input series: what is held is seen where it lies, the first sample before its time too",
          "[solver][inputs]") {
  InputSeries series(2, Interpolation::kHold);
  CHECK(series.held(0.0).empty());
  for (const double k : {1.0, 2.0, 3.0}) {
    series.append(static_cast<std::int64_t>(k) * 1'000'000'000, std::array{k, -k});
  }
  for (const double time : {0.5, 1.0, 1.5, 2.0, 9.0}) {
    std::array<double, 2> copied{};
    series.evaluate(time, copied);
    const auto held = series.held(time);
    CHECK(std::equal(held.begin(), held.end(), copied.begin(), copied.end()));
    CHECK(held[0] == std::clamp(std::floor(time), 1.0, 3.0));
  }
}

TEST_CASE("input series: a wrong width and a value that is not finite are refused",
          "[solver][inputs]") {
  InputSeries series(2, Interpolation::kHold);
  CHECK_THROWS_WITH(series.append(0, std::array<double, 1>{1.0}),
                    "sample must have 2 values, got 1");
  CHECK_THROWS_WITH(series.append(0, std::array<double, 2>{1.0, NAN}),
                    Catch::StartsWith("sample must be finite"));
  CHECK(series.times_ns().empty());
}
