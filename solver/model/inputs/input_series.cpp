#include "solver/model/inputs/input_series.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/description/fields.hpp"

namespace raftup::solver {

namespace {

double seconds(std::int64_t time_ns) { return 1e-9 * static_cast<double>(time_ns); }

/// Slope at `at` of the parabola through the three points (t[i], y[i]).
double parabola_slope(const double (&t)[3], const double (&y)[3], double at) {
  const double first = (y[1] - y[0]) / (t[1] - t[0]);
  const double second = ((y[2] - y[1]) / (t[2] - t[1]) - first) / (t[2] - t[0]);
  return first + second * (2.0 * at - t[0] - t[1]);
}

double cubic(double s, double interval, double y0, double y1, double slope0, double slope1) {
  const double rest = 1.0 - s;
  return rest * rest * ((1.0 + 2.0 * s) * y0 + s * interval * slope0) +
         s * s * ((3.0 - 2.0 * s) * y1 - rest * interval * slope1);
}

}  // namespace

InputSeries::InputSeries(int width, Interpolation interpolation)
    : width_(width), interpolation_(interpolation) {
  require(width > 0, fmt::format("width of an input must be positive, got {}", width));
}

void InputSeries::append(std::int64_t time_ns, std::span<const double> values) {
  // Runs once a step: no message is made where none is needed.
  if (values.size() != static_cast<std::size_t>(width_)) {
    throw Error(ErrorCode::kInvalidArgument,
                fmt::format("sample must have {} values, got {}", width_, values.size()));
  }
  if (!all_finite(values)) {
    throw Error(ErrorCode::kInvalidArgument,
                fmt::format("sample must be finite, got {}", values[first_not_finite(values)]));
  }
  const auto huge = std::find_if_not(values.begin(), values.end(), is_within_range);
  if (huge != values.end()) {
    throw Error(
        ErrorCode::kInvalidArgument,
        fmt::format("sample must be of a magnitude up to {:g}, got {}", kLargestNumber, *huge));
  }
  const auto later = std::lower_bound(times_ns_.begin(), times_ns_.end(), time_ns);
  const auto kept = static_cast<std::size_t>(later - times_ns_.begin());
  times_ns_.resize(kept);
  values_.resize(kept * static_cast<std::size_t>(width_));
  times_ns_.push_back(time_ns);
  values_.insert(values_.end(), values.begin(), values.end());
}

std::size_t InputSeries::first_later(double time) const {
  const auto later = std::partition_point(times_ns_.begin(), times_ns_.end(), [time](auto time_ns) {
    return seconds(time_ns) <= time;
  });
  return static_cast<std::size_t>(later - times_ns_.begin());
}

std::span<const double> InputSeries::held(double time) const {
  if (times_ns_.empty()) return {};
  return held_before(first_later(time));
}

std::span<const double> InputSeries::held_before(std::size_t next) const {
  const auto width = static_cast<std::size_t>(width_);
  return std::span(values_).subspan((next == 0 ? 0 : next - 1) * width, width);
}

void InputSeries::evaluate(double time, std::span<double> values) const {
  if (times_ns_.empty()) {
    std::fill(values.begin(), values.end(), 0.0);
    return;
  }
  const std::size_t next = first_later(time);
  const bool inside = next > 0 && next < times_ns_.size();
  if (!inside || interpolation_ == Interpolation::kHold) {
    std::copy_n(held_before(next).begin(), values.size(), values.begin());
    return;
  }
  for (std::size_t column = 0; column < values.size(); ++column) {
    values[column] = between(next - 1, column, time);
  }
}

double InputSeries::rate(double time) const {
  const std::size_t next = first_later(time);
  if (next == 0 || next >= times_ns_.size() || interpolation_ == Interpolation::kHold) return 0.0;
  const double start = seconds(times_ns_[next - 1]);
  const double interval = seconds(times_ns_[next]) - start;
  const double y0 = sample(next - 1, 0);
  const double y1 = sample(next, 0);
  const double chord = (y1 - y0) / interval;
  if (interpolation_ == Interpolation::kLinear || times_ns_.size() < 3) return chord;
  const double s = (time - start) / interval;
  const double slope0 = slope(next - 1, 0), slope1 = slope(next, 0);
  return 6.0 * s * (1.0 - s) * chord + (1.0 - s) * (1.0 - 3.0 * s) * slope0 +
         s * (3.0 * s - 2.0) * slope1;
}

double InputSeries::sample(std::size_t index, std::size_t column) const {
  return values_[index * static_cast<std::size_t>(width_) + column];
}

double InputSeries::between(std::size_t before, std::size_t column, double time) const {
  const std::size_t after = before + 1;
  const double start = seconds(times_ns_[before]);
  const double interval = seconds(times_ns_[after]) - start;
  const double s = (time - start) / interval;
  const double y0 = sample(before, column);
  const double y1 = sample(after, column);
  if (interpolation_ == Interpolation::kLinear || times_ns_.size() < 3) return y0 + s * (y1 - y0);
  return cubic(s, interval, y0, y1, slope(before, column), slope(after, column));
}

double InputSeries::slope(std::size_t index, std::size_t column) const {
  const std::size_t first = std::clamp<std::size_t>(index, 1, times_ns_.size() - 2) - 1;
  const double t[3] = {seconds(times_ns_[first]), seconds(times_ns_[first + 1]),
                       seconds(times_ns_[first + 2])};
  const double y[3] = {sample(first, column), sample(first + 1, column), sample(first + 2, column)};
  return parabola_slope(t, y, seconds(times_ns_[index]));
}

std::int64_t InputSeries::look_ahead_ns() const {
  if (interpolation_ != Interpolation::kHermite) return 0;
  std::int64_t longest = 0;
  for (std::size_t i = 1; i < times_ns_.size(); ++i) {
    longest = std::max(longest, times_ns_[i] - times_ns_[i - 1]);
  }
  return longest;
}

void InputSeries::forget_before(std::int64_t time_ns) noexcept {
  const auto later = std::upper_bound(times_ns_.begin(), times_ns_.end(), time_ns);
  // A cubic needs the two samples that are not later: one to start from and one for its slope.
  const auto past = later - times_ns_.begin();
  if (past <= 4) return;  // some at a time: what is wide is not moved in every step
  times_ns_.erase(times_ns_.begin(), times_ns_.begin() + (past - 2));
  values_.erase(values_.begin(), values_.begin() + (past - 2) * width_);
}

}  // namespace raftup::solver
