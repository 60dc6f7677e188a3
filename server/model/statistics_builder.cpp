#include "server/model/statistics_builder.hpp"

namespace raftup::server {

namespace {

solver::StatisticsLimit build_limit(const v1::Limit& message) {
  solver::StatisticsLimit limit{message.name(), message.output(), {}, {}, {}};
  if (message.has_component()) limit.component = message.component();
  if (message.has_below()) limit.below = message.below();
  if (message.has_above()) limit.above = message.above();
  return limit;
}

}  // namespace

solver::StatisticsOptions build_statistics(const v1::Statistics& message,
                                           const std::vector<std::string>& outputs) {
  solver::StatisticsOptions options;
  options.warm_up = message.warm_up();
  options.outputs.assign(message.outputs().begin(), message.outputs().end());
  if (options.outputs.empty()) options.outputs = outputs;
  options.turning_points.assign(message.turning_points().begin(), message.turning_points().end());
  for (const v1::Limit& limit : message.limits()) options.limits.push_back(build_limit(limit));
  return options;
}

void complete_statistics(const solver::StatisticsOptions& options, v1::Statistics& message) {
  message.mutable_outputs()->Assign(options.outputs.begin(), options.outputs.end());
  for (v1::Limit& limit : *message.mutable_limits()) {
    if (!limit.has_component()) limit.set_component(0);
  }
}

}  // namespace raftup::server
