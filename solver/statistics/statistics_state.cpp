#include "solver/statistics/statistics_state.hpp"

#include <algorithm>

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

}  // namespace raftup::solver
