#pragma once

#include <map>
#include <string>

namespace raftup::testing {

/// Samples by how they are written: "raftup_sessions{state=\"running\"}".
using MetricSamples = std::map<std::string, double>;

/// Reads Prometheus' text format 0.0.4 and checks it: HELP and TYPE before the samples of each
/// family, once; names, labels and values well formed; no sample twice; counters named _total;
/// buckets in order, cumulative, and complete.
/// @throws std::runtime_error naming the line and the rule
MetricSamples parse_metrics(const std::string& text);

}  // namespace raftup::testing
