/// @file Builds what prometheus::TextSerializer writes.
#pragma once

#include <prometheus/metric_family.h>

#include <cstdint>
#include <map>
#include <string>

#include "server/base/duration_histogram.hpp"

namespace raftup::server {

using MetricLabels = std::map<std::string, std::string>;

prometheus::MetricFamily make_counter(const std::string& name, const std::string& help);
prometheus::MetricFamily make_gauge(const std::string& name, const std::string& help);
prometheus::MetricFamily make_histogram(const std::string& name, const std::string& help);

/// To a counter or a gauge.
void add_value(prometheus::MetricFamily& family, const MetricLabels& labels, double value);
void add_value(prometheus::MetricFamily& family, const MetricLabels& labels, std::int64_t value);

/// To a histogram of seconds.
void add_durations(prometheus::MetricFamily& family, const MetricLabels& labels,
                   const DurationHistogram::Counts& counts);

}  // namespace raftup::server
