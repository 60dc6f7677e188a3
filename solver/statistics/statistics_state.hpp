#pragma once

#include <cstdint>
#include <limits>
#include <vector>

namespace raftup::solver {

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

}  // namespace raftup::solver
