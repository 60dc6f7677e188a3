#pragma once

#include <cstdint>
#include <vector>

#include "solver/statistics/number_statistics.hpp"

namespace raftup::solver {

/// Of one StatisticsLimit.
struct LimitStatistics {
  std::int64_t exceeded_steps = 0;
  std::int64_t exceedance_count = 0;  ///< how often that began
  bool exceeding = false;             ///< at the last sample

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("exceeded_steps", self.exceeded_steps);
    field("exceedance_count", self.exceedance_count);
    field("exceeding", self.exceeding);
  }
};

/// What has been accumulated of the steps before the last one taken: the last one is sampled where
/// the next begins. How many samples that are follows from the step index. Empty where a model has
/// no statistics.
struct StatisticsState {
  std::vector<NumberStatistics> numbers;  ///< of StatisticsOptions::outputs, one after another
  std::vector<LimitStatistics> limits;    ///< one per limit

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("numbers", self.numbers);
    field("limits", self.limits);
  }
};

/// Whether nothing was counted more often than there were steps.
bool possible_counts(const StatisticsState& statistics, std::int64_t step_count);

}  // namespace raftup::solver
