#include "server/operation/metric_families.hpp"

#include <limits>
#include <utility>

namespace raftup::server {

namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

constexpr double kSecondsPerNs = 1e-9;

ClientMetric labelled(const MetricLabels& labels) {
  ClientMetric metric;
  for (const auto& [name, value] : labels) metric.label.push_back({name, value});
  return metric;
}

}  // namespace

MetricFamily make_counter(const std::string& name, const std::string& help) {
  return {name, help, MetricType::Counter, {}};
}

MetricFamily make_gauge(const std::string& name, const std::string& help) {
  return {name, help, MetricType::Gauge, {}};
}

MetricFamily make_histogram(const std::string& name, const std::string& help) {
  return {name, help, MetricType::Histogram, {}};
}

void add_value(MetricFamily& family, const MetricLabels& labels, double value) {
  ClientMetric metric = labelled(labels);
  metric.counter.value = value;
  metric.gauge.value = value;
  family.metric.push_back(std::move(metric));
}

void add_value(MetricFamily& family, const MetricLabels& labels, std::int64_t value) {
  add_value(family, labels, static_cast<double>(value));
}

void add_durations(MetricFamily& family, const MetricLabels& labels,
                   const DurationHistogram::Counts& counts) {
  ClientMetric metric = labelled(labels);
  std::uint64_t cumulative = 0;
  for (std::size_t i = 0; i < counts.buckets.size(); ++i) {
    cumulative += static_cast<std::uint64_t>(counts.buckets[i]);
    const double bound = i < DurationHistogram::kBounds.size()
                             ? kSecondsPerNs * static_cast<double>(DurationHistogram::kBounds[i])
                             : std::numeric_limits<double>::infinity();
    metric.histogram.bucket.push_back({cumulative, bound});
  }
  metric.histogram.sample_count = cumulative;
  metric.histogram.sample_sum = kSecondsPerNs * static_cast<double>(counts.sum_ns);
  family.metric.push_back(std::move(metric));
}

}  // namespace raftup::server
