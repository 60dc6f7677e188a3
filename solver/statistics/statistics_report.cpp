#include "solver/statistics/statistics_report.hpp"

#include <cmath>
#include <limits>

namespace raftup::solver {

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
