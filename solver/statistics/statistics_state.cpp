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

}  // namespace raftup::solver
