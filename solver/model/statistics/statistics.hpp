#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace raftup::solver {

/// A bound of one number; exceeded where the number lies below the one or above the other.
struct StatisticsLimit {
  std::string name;
  std::string output;
  std::optional<int> component;  ///< which of its numbers, from 0; none = the only one
  std::optional<double> below;   ///< in the output's unit
  std::optional<double> above;
};

/// What a simulation accumulates while it runs. A sample is the outputs where a step ends, as the
/// next step finds them: with everything that was written before it was taken.
struct StatisticsOptions {
  double warm_up = 0.0;                     ///< s; steps that end up to here do not count
  std::vector<std::string> outputs;         ///< by name, each once
  std::vector<std::string> turning_points;  ///< of those, whose local extremes are kept in order
  std::vector<StatisticsLimit> limits;      ///< of any output
};

/// What is known of the samples x_1..x_n of one number. A plain value of fixed size, but for the
/// turning points.
struct NumberStatistics {
  double mean = 0.0;
  double sum2 = 0.0;  ///< sum of (x - mean)^2
  double sum3 = 0.0;  ///< sum of (x - mean)^3
  double sum4 = 0.0;  ///< sum of (x - mean)^4
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();
  double last = 0.0;   ///< x_n
  double level = 0.0;  ///< mean during the warm-up, 0 without
  std::int64_t up_crossings = 0;
  std::vector<double> turning_points;  ///< x_1 and every local extreme before x_n, in order

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("mean", self.mean);
    field("sum2", self.sum2);
    field("sum3", self.sum3);
    field("sum4", self.sum4);
    field("min", self.min);
    field("max", self.max);
    field("last", self.last);
    field("level", self.level);
    field("up_crossings", self.up_crossings);
    field("turning_points", self.turning_points);
  }
};

/// Takes in the k-th sample of the warm-up, k >= 1.
void add_warm_up(double sample, std::int64_t k, NumberStatistics& statistics) noexcept;

/// Takes in x_n, n >= 1, by the one-pass update of the central sums, which does not cancel:
///   d = x_n - mean, M2 += d^2 (n-1)/n, and alike for M3 and M4.
/// Counts x_{n-1} < level <= x_n as an up-crossing.
/// @source Pebay (2008), Formulas for robust, one-pass parallel computation of covariances and
///         arbitrary-order statistical moments; Welford (1962)
void add_sample(double sample, std::int64_t n, NumberStatistics& statistics) noexcept;

/// Of a number whose turning points are kept, before add_sample(): x_{n-1} becomes one where x_n
/// turns back. Equal samples in a row are one.
void add_turning_point(double sample, std::int64_t n, NumberStatistics& statistics) noexcept;

/// Makes room, so that add_turning_point() cannot fail.
void reserve_turning_point(NumberStatistics& statistics);

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
