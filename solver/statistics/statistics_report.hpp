#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "solver/statistics/statistics_state.hpp"

namespace raftup::solver {

/// Of one number of an output; NaN where there is no sample yet.
struct NumberReport {
  double mean = 0.0;
  double std = 0.0;       ///< root of the mean square deviation from the mean
  double skewness = 0.0;  ///< m3 / std^3; NaN where std is 0
  double kurtosis = 0.0;  ///< m4 / std^4, 3 of a normal distribution; NaN where std is 0
  double min = 0.0;
  double max = 0.0;
  double level = 0.0;             ///< mean of the samples during the warm-up; 0 without
  std::int64_t up_crossings = 0;  ///< how often it rose through `level`
  /// Local extremes in order, the first and the last sample among them; empty unless asked for.
  std::vector<double> turning_points;
};

/// What `sample_count` samples come to.
NumberReport report_of(const NumberStatistics& number, std::int64_t sample_count);

struct OutputReport {
  std::string name;
  bool has_turning_points = false;  ///< they were asked for
  std::vector<NumberReport> numbers;
};

struct LimitReport {
  std::string name;
  double exceeded_duration = 0.0;  ///< s
  std::int64_t exceedance_count = 0;
};

/// Statistics of the steps taken so far, that of the warm-up left out.
struct StatisticsReport {
  std::int64_t sample_count = 0;
  double duration = 0.0;  ///< s, sample_count steps
  std::vector<OutputReport> outputs;
  std::vector<LimitReport> limits;
};

}  // namespace raftup::solver
