#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace raftup::solver {

/// A bound of one number of an output; it is exceeded if the number is below `below` or above
/// `above`.
struct StatisticsLimit {
  std::string name;
  std::string output;
  std::optional<int> component;  ///< which of its numbers, from 0; none = the only one
  std::optional<double> below;   ///< in the output's unit
  std::optional<double> above;
};

/// What a simulation accumulates while it runs. A sample consists of the outputs at the end of a
/// step, as they are at the start of the next step, with everything that was written in between.
struct StatisticsOptions {
  double warm_up = 0.0;              ///< s; steps that end at or before this time do not count
  std::vector<std::string> outputs;  ///< by name, each once
  /// those of the outputs whose local extremes are kept in order
  std::vector<std::string> turning_points;
  std::vector<StatisticsLimit> limits;  ///< of any output
};

/// Accumulated values of the samples x_1..x_n of one number. A plain value of fixed size, except
/// for the turning points.
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

/// Adds the k-th sample of the warm-up, k >= 1.
void add_warm_up(double sample, std::int64_t k, NumberStatistics& statistics) noexcept;

/// Adds x_n, n >= 1, by the one-pass update of the central sums, which has no cancellation:
///   d = x_n - mean, M2 += d^2 (n-1)/n, and alike for M3 and M4.
/// Counts x_{n-1} < level <= x_n as an up-crossing.
/// @source Pebay (2008), Formulas for robust, one-pass parallel computation of covariances and
///         arbitrary-order statistical moments; Welford (1962)
void add_sample(double sample, std::int64_t n, NumberStatistics& statistics) noexcept;

/// For a number whose turning points are kept; to be called before add_sample(). x_{n-1} becomes a
/// turning point if x_n reverses the direction. Equal consecutive samples count as one.
void add_turning_point(double sample, std::int64_t n, NumberStatistics& statistics) noexcept;

/// Reserves memory, so that add_turning_point() cannot fail.
void reserve_turning_point(NumberStatistics& statistics);

/// Accumulated values of one StatisticsLimit.
struct LimitStatistics {
  std::int64_t exceeded_steps = 0;
  std::int64_t exceedance_count = 0;  ///< number of times that an exceedance began
  bool exceeding = false;             ///< at the last sample

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("exceeded_steps", self.exceeded_steps);
    field("exceedance_count", self.exceedance_count);
    field("exceeding", self.exceeding);
  }
};

/// The accumulated values of all steps but the last one, which is sampled at the start of the next
/// step. The number of samples follows from the step index. Empty if a model has no statistics.
struct StatisticsState {
  std::vector<NumberStatistics> numbers;  ///< of StatisticsOptions::outputs, one after another
  std::vector<LimitStatistics> limits;    ///< one per limit

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("numbers", self.numbers);
    field("limits", self.limits);
  }
};

/// True if no count is larger than the number of steps.
bool possible_counts(const StatisticsState& statistics, std::int64_t step_count);

/// Statistics of one number of an output; NaN if there is no sample yet.
struct NumberReport {
  double mean = 0.0;
  double std = 0.0;       ///< root of the mean square deviation from the mean
  double skewness = 0.0;  ///< m3 / std^3; NaN where std is 0
  double kurtosis = 0.0;  ///< m4 / std^4, 3 of a normal distribution; NaN where std is 0
  double min = 0.0;
  double max = 0.0;
  double level = 0.0;             ///< mean of the samples during the warm-up; 0 without
  std::int64_t up_crossings = 0;  ///< number of times that it rose through `level`
  /// Local extremes in order, the first and the last sample among them; empty unless asked for.
  std::vector<double> turning_points;
};

/// The statistics of `sample_count` samples.
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

/// Statistics of the steps taken so far, without those of the warm-up.
struct StatisticsReport {
  std::int64_t sample_count = 0;
  double duration = 0.0;  ///< s, sample_count steps
  std::vector<OutputReport> outputs;
  std::vector<LimitReport> limits;
};

}  // namespace raftup::solver
