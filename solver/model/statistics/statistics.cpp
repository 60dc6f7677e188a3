#include "solver/model/statistics/statistics.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace raftup::solver {

bool possible_counts(const StatisticsState& statistics, std::int64_t step_count) {
  const auto possible = [&](std::int64_t count) { return count >= 0 && count <= step_count; };
  return std::all_of(
             statistics.numbers.begin(), statistics.numbers.end(),
             [&](const NumberStatistics& number) { return possible(number.up_crossings); }) &&
         std::all_of(statistics.limits.begin(), statistics.limits.end(),
                     [&](const LimitStatistics& limit) {
                       return possible(limit.exceeded_steps) && possible(limit.exceedance_count);
                     });
}

void add_warm_up(double sample, std::int64_t k, NumberStatistics& statistics) noexcept {
  statistics.level += (sample - statistics.level) / static_cast<double>(k);
}

void add_sample(double sample, std::int64_t n, NumberStatistics& statistics) noexcept {
  NumberStatistics& s = statistics;
  const auto count = static_cast<double>(n);
  const double d = sample - s.mean;
  const double step = d / count;  // of the mean
  const double term = d * step * (count - 1.0);
  s.mean += step;
  s.sum4 += term * step * step * (count * count - 3.0 * count + 3.0) + 6.0 * step * step * s.sum2 -
            4.0 * step * s.sum3;
  s.sum3 += term * step * (count - 2.0) - 3.0 * step * s.sum2;
  s.sum2 += term;
  s.min = std::min(s.min, sample);
  s.max = std::max(s.max, sample);
  if (n > 1 && s.last < s.level && sample >= s.level) ++s.up_crossings;
  s.last = sample;
}

void add_turning_point(double sample, std::int64_t n, NumberStatistics& statistics) noexcept {
  std::vector<double>& points = statistics.turning_points;
  if (n == 1 || points.empty()) {
    points.push_back(sample);
    return;
  }
  // From the last turning point on the samples only rise or only fall.
  const double way = statistics.last - points.back();
  const double next = sample - statistics.last;
  const bool turns = (way > 0.0 && next < 0.0) || (way < 0.0 && next > 0.0);
  if (turns) points.push_back(statistics.last);
}

void reserve_turning_point(NumberStatistics& statistics) {
  std::vector<double>& points = statistics.turning_points;
  if (points.size() == points.capacity()) points.reserve(2 * points.size() + 16);
}

NumberReport report_of(const NumberStatistics& number, std::int64_t sample_count) {
  constexpr double kUndefined = std::numeric_limits<double>::quiet_NaN();
  NumberReport report{kUndefined, kUndefined,   kUndefined, kUndefined, kUndefined,
                      kUndefined, number.level, 0,          {}};
  if (sample_count == 0) return report;
  const auto n = static_cast<double>(sample_count);
  const double variance = number.sum2 / n;
  report.mean = number.mean;
  report.std = std::sqrt(variance);
  if (variance > 0.0) {
    report.skewness = number.sum3 / n / (variance * report.std);
    report.kurtosis = number.sum4 / n / (variance * variance);
  }
  report.min = number.min;
  report.max = number.max;
  report.up_crossings = number.up_crossings;
  report.turning_points = number.turning_points;
  if (!report.turning_points.empty() && number.last != report.turning_points.back()) {
    report.turning_points.push_back(number.last);
  }
  return report;
}

}  // namespace raftup::solver
