#include "server/rpc/statistics_convert.hpp"

namespace raftup::server {

namespace {

void output_to_proto(const solver::OutputReport& report, v1::OutputStatistics& message) {
  message.set_name(report.name);
  for (const solver::NumberReport& number : report.numbers) {
    message.add_mean(number.mean);
    message.add_std(number.std);
    message.add_skewness(number.skewness);
    message.add_kurtosis(number.kurtosis);
    message.add_min(number.min);
    message.add_max(number.max);
    message.add_up_crossings(number.up_crossings);
    message.add_level(number.level);
    if (!report.has_turning_points) continue;
    message.add_turning_points()->mutable_values()->Assign(number.turning_points.begin(),
                                                           number.turning_points.end());
  }
}

}  // namespace

void statistics_to_proto(const solver::StatisticsReport& report,
                         v1::GetStatisticsResponse& message) {
  message.set_sample_count(report.sample_count);
  message.set_duration(report.duration);
  for (const solver::OutputReport& output : report.outputs) {
    output_to_proto(output, *message.add_outputs());
  }
  for (const solver::LimitReport& limit : report.limits) {
    v1::LimitStatistics& converted = *message.add_limits();
    converted.set_name(limit.name);
    converted.set_exceeded_duration(limit.exceeded_duration);
    converted.set_exceedance_count(limit.exceedance_count);
  }
}

}  // namespace raftup::server
