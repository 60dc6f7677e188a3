#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <vector>

namespace raftup::solver {

/// A limit of one number of an output. It is exceeded if the number is less than `below` or greater
/// than `above`.
struct StatisticsLimit {
  std::string name;
  std::string output;
  /// index of the number in the output, from 0; none if the output has only one
  std::optional<int> component;
  std::optional<double> below;  ///< in the unit of the output
  std::optional<double> above;
};

/// Selects the statistics that a simulation accumulates while it runs. There is one sample per
/// step: the outputs at the end of the step. The sample is read at the start of the next step,
/// after everything that clients have written in between.
struct StatisticsOptions {
  /// s; steps that end at or before this time do not count in the statistics
  double warm_up = 0.0;
  std::vector<std::string> outputs;  ///< names of the outputs, all different
  /// names of those `outputs` of which all local extremes are stored, in the order of time
  std::vector<std::string> turning_points;
  std::vector<StatisticsLimit> limits;  ///< limits, which may be of any output
};

/// Accumulated statistics of the samples x_1..x_n of one number of an output. A plain value of
/// fixed size, except for the turning points.
struct NumberStatistics {
  double mean = 0.0;
  double sum2 = 0.0;  ///< sum of (x - mean)^2
  double sum3 = 0.0;  ///< sum of (x - mean)^3
  double sum4 = 0.0;  ///< sum of (x - mean)^4
  double min = std::numeric_limits<double>::infinity();
  double max = -std::numeric_limits<double>::infinity();
  double last = 0.0;   ///< the last sample x_n
  double level = 0.0;  ///< mean of the samples during the warm-up; 0 without a warm-up
  std::int64_t up_crossings = 0;
  /// the first sample and then all local extremes before x_n, in the order of time
  std::vector<double> turning_points;

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

/// Adds the k-th sample of the warm-up, k >= 1, to the mean during the warm-up.
void add_warm_up(double sample, std::int64_t k, NumberStatistics& statistics) noexcept;

/// Adds the sample x_n, n >= 1, to the mean and the central sums M2, M3, M4 of (x - mean)^2, ^3 and
/// ^4. The one-pass update has no cancellation:
///   d = x_n - mean, M2 += d^2 (n-1)/n, and similar updates of M3 and M4.
/// Counts an up-crossing if x_{n-1} < level <= x_n.
/// @source Pebay (2008), Formulas for robust, one-pass parallel computation of covariances and
///         arbitrary-order statistical moments; Welford (1962)
void add_sample(double sample, std::int64_t n, NumberStatistics& statistics) noexcept;

/// Stores x_{n-1} as a turning point if the samples change between rising and falling there. It
/// must be called before add_sample() adds x_n. Equal consecutive samples count as one.
void add_turning_point(double sample, std::int64_t n, NumberStatistics& statistics) noexcept;

/// Reserves memory for one more turning point, so that add_turning_point() cannot fail.
void reserve_turning_point(NumberStatistics& statistics);

/// Accumulated values of one StatisticsLimit.
struct LimitStatistics {
  std::int64_t exceeded_steps = 0;
  /// number of times that the limit was exceeded after it had not been
  std::int64_t exceedance_count = 0;
  bool exceeding = false;  ///< true if the limit is exceeded at the last sample

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("exceeded_steps", self.exceeded_steps);
    field("exceedance_count", self.exceedance_count);
    field("exceeding", self.exceeding);
  }
};

/// The accumulated statistics of all steps except the last one, which is sampled at the start of
/// the next step. The number of samples follows from the step index. The lists are empty if the
/// model has no statistics.
struct StatisticsState {
  /// statistics of each number of StatisticsOptions::outputs, output by output
  std::vector<NumberStatistics> numbers;
  std::vector<LimitStatistics> limits;  ///< one entry per StatisticsOptions::limits

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("numbers", self.numbers);
    field("limits", self.limits);
  }
};

/// True if no count in the statistics is negative or larger than the number of steps.
bool possible_counts(const StatisticsState& statistics, std::int64_t step_count);

/// Statistics of one number of an output; NaN if there is no sample yet.
struct NumberReport {
  double mean = 0.0;
  double std = 0.0;       ///< standard deviation: root of the mean square deviation from the mean
  double skewness = 0.0;  ///< third central moment / std^3 [1]; NaN if std is 0
  /// Fourth central moment / std^4 [1], which is 3 for a normal distribution; NaN if std is 0.
  double kurtosis = 0.0;
  double min = 0.0;
  double max = 0.0;
  double level = 0.0;             ///< mean of the samples during the warm-up; 0 without a warm-up
  std::int64_t up_crossings = 0;  ///< number of times that the samples rose through `level`
  /// The first sample, all local extremes and the last sample, in the order of time. Empty if the
  /// turning points of the output are not selected.
  std::vector<double> turning_points;
};

/// Computes the statistics of `sample_count` samples from the accumulated values.
NumberReport report_of(const NumberStatistics& number, std::int64_t sample_count);

struct OutputReport {
  std::string name;
  bool has_turning_points = false;  ///< true if StatisticsOptions::turning_points names the output
  std::vector<NumberReport> numbers;
};

struct LimitReport {
  std::string name;
  double exceeded_duration = 0.0;  ///< s, total time of the steps in which the limit was exceeded
  std::int64_t exceedance_count = 0;
};

/// Statistics of the steps taken so far, without those of the warm-up.
struct StatisticsReport {
  std::int64_t sample_count = 0;
  double duration = 0.0;  ///< duration of the sample_count steps in the statistics [s]
  std::vector<OutputReport> outputs;
  std::vector<LimitReport> limits;
};

}  // namespace raftup::solver
