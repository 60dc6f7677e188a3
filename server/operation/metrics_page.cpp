#include "server/operation/metrics_page.hpp"

#include <prometheus/metric_family.h>
#include <prometheus/text_serializer.h>

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "server/base/duration_histogram.hpp"
#include "server/operation/readiness.hpp"

namespace raftup::server {

namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;
using prometheus::MetricType;

using Families = std::vector<MetricFamily>;

constexpr double kSecondsPerNs = 1e-9;

using MetricLabels = std::map<std::string, std::string>;

ClientMetric labeled(const MetricLabels& labels) {
  ClientMetric metric;
  for (const auto& [name, value] : labels) metric.label.push_back({name, value});
  return metric;
}

MetricFamily make_counter(const std::string& name, const std::string& help) {
  return {name, help, MetricType::Counter, {}};
}

MetricFamily make_gauge(const std::string& name, const std::string& help) {
  return {name, help, MetricType::Gauge, {}};
}

MetricFamily make_histogram(const std::string& name, const std::string& help) {
  return {name, help, MetricType::Histogram, {}};
}

/// Adds a value to a counter or a gauge.
void add_value(MetricFamily& family, const MetricLabels& labels, double value) {
  ClientMetric metric = labeled(labels);
  metric.counter.value = value;
  metric.gauge.value = value;
  family.metric.push_back(std::move(metric));
}

void add_value(MetricFamily& family, const MetricLabels& labels, std::int64_t value) {
  add_value(family, labels, static_cast<double>(value));
}

/// Adds a histogram of durations [s].
void add_durations(MetricFamily& family, const MetricLabels& labels,
                   const DurationHistogram::Counts& counts) {
  ClientMetric metric = labeled(labels);
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

constexpr std::array<std::pair<SessionState, const char*>, 4> kStates = {
    {{SessionState::kCreated, "created"},
     {SessionState::kInitialized, "initialized"},
     {SessionState::kRunning, "running"},
     {SessionState::kTerminated, "terminated"}}};

/// Labels of the causes, in the order of DropCause.
constexpr std::array<const char*, kDropCauses> kPolicies = {"latest", "drop_oldest", "disconnect",
                                                            "no_credit"};

/// Labels of the status codes, in the order of grpc::StatusCode and with the names that are usual
/// in metrics of gRPC servers.
constexpr std::array<const char*, CallMetrics::kCodes> kCodeNames = {
    "OK",       "Canceled",       "Unknown",          "InvalidArgument",   "DeadlineExceeded",
    "NotFound", "AlreadyExists",  "PermissionDenied", "ResourceExhausted", "FailedPrecondition",
    "Aborted",  "OutOfRange",     "Unimplemented",    "Internal",          "Unavailable",
    "DataLoss", "Unauthenticated"};

void add_steps(Families& families, const SessionTotals& totals) {
  auto steps = make_histogram("raftup_step_seconds",
                              "Time per step: computing, waiting at the barrier, and the rest from "
                              "the request to the frame");
  add_durations(steps, {{"phase", "compute"}}, totals.compute);
  add_durations(steps, {{"phase", "wait"}}, totals.wait);
  add_durations(steps, {{"phase", "rpc"}}, totals.rpc);
  families.push_back(std::move(steps));
  auto failed = make_counter("raftup_failed_steps_total", "Steps that could not be computed");
  add_value(failed, {}, totals.failed_steps);
  families.push_back(std::move(failed));
  auto waits = make_histogram("raftup_barrier_wait_seconds",
                              "Time that a session waited for samples, for credit or paused");
  add_durations(waits, {}, totals.barrier_waits);
  families.push_back(std::move(waits));
}

void add_sessions(Families& families, SessionRegistry& registry) {
  auto sessions = make_gauge("raftup_sessions", "Sessions alive");
  auto counts = registry.states();
  for (const auto& [state, name] : kStates) add_value(sessions, {{"state", name}}, counts[state]);
  families.push_back(std::move(sessions));
  const SessionTotals totals = registry.statistics().totals();
  add_steps(families, totals);
  auto dropped = make_counter("raftup_frames_dropped_total",
                              "Frames that watchers and observers did not take in time");
  for (std::size_t i = 0; i < kDropCauses; ++i) {
    add_value(dropped, {{"policy", kPolicies[i]}}, totals.dropped_frames[i]);
  }
  families.push_back(std::move(dropped));
  if (const auto factor = registry.statistics().least_realtime_factor()) {
    auto realtime = make_gauge("raftup_realtime_factor",
                               "Simulated time per time of computing, of the slowest session");
    add_value(realtime, {}, *factor);
    families.push_back(std::move(realtime));
  }
}

void add_refusals(Families& families, const Refusals& refusals) {
  auto refused = make_counter("raftup_refusals_total",
                              "Calls refused for who made them or how often, by reason");
  std::int64_t by_quota = 0;
  for (const auto& [reason, count] : refusals.counts()) {
    add_value(refused, {{"reason", reason}}, count);
    if (reason.starts_with("QUOTA_")) by_quota += count;
  }
  families.push_back(std::move(refused));
  auto quota = make_counter("raftup_quota_rejections_total", "Calls that would pass a quota");
  add_value(quota, {}, by_quota);
  families.push_back(std::move(quota));
}

void add_calls(Families& families, const CallMetrics& calls) {
  auto started = make_counter("grpc_server_started_total", "Calls begun");
  auto handled = make_counter("grpc_server_handled_total", "Calls ended, by code");
  auto handling = make_histogram("grpc_server_handling_seconds", "How long calls took");
  calls.for_each([&](const CallMetrics::Method& method) {
    MetricLabels labels = {{"grpc_service", method.service}, {"grpc_method", method.name}};
    add_value(started, labels, method.started.load());
    add_durations(handling, labels, method.handling.counts());
    for (std::size_t code = 0; code < CallMetrics::kCodes; ++code) {
      const std::int64_t count = method.handled[code];
      if (count == 0) continue;
      labels["grpc_code"] = kCodeNames[code];
      add_value(handled, labels, count);
    }
  });
  families.push_back(std::move(started));
  families.push_back(std::move(handled));
  families.push_back(std::move(handling));
}

template <typename Value>
void add_gauge(Families& families, const char* name, const char* help, Value value) {
  auto family = make_gauge(name, help);
  add_value(family, {}, value);
  families.push_back(std::move(family));
}

void add_store(Families& families, SessionStore& store) {
  add_gauge(families, "raftup_journal_lag_bytes",
            "Of journals synchronised in batches: what a power cut would take now",
            static_cast<double>(store.journal_lag_bytes()));
  add_gauge(families, "raftup_recovery_seconds", "Time that recovering sessions took at the start",
            std::chrono::duration<double>(store.recovery_time()).count());
}

void add_process(Families& families) {
  const ProcessStatus process = process_status();
  add_gauge(families, "process_open_fds", "Open descriptors", process.open_descriptors);
  add_gauge(families, "process_max_fds", "Descriptors that may be open", process.descriptor_limit);
  add_gauge(families, "process_resident_memory_bytes", "Resident memory", process.resident_bytes);
  auto processor = make_counter("process_cpu_seconds_total", "Time of processors, user and system");
  add_value(processor, {}, process.processor_seconds);
  families.push_back(std::move(processor));
}

void add_readiness(Families& families, const Readiness& readiness) {
  auto ready = make_gauge("raftup_ready", "1 where the check of readiness passes");
  for (const auto& check : readiness.checks()) {
    add_value(ready, {{"check", check.name}}, check.fault.empty() ? 1.0 : 0.0);
  }
  families.push_back(std::move(ready));
  auto build = make_gauge("raftup_build_info", "1, with what was built");
  add_value(build, {{"version", RAFTUP_VERSION}}, 1.0);
  families.push_back(std::move(build));
}

}  // namespace

std::string metrics_page(const MetricSources& sources) {
  Families families;
  add_sessions(families, sources.sessions);
  add_store(families, sources.store);
  add_refusals(families, sources.refusals);
  add_calls(families, sources.calls);
  add_process(families);
  add_readiness(families, sources.readiness);
  add_gauge(families, "raftup_lasting_steps", "Steps that have run for 5 s or longer",
            std::int64_t{sources.stepping.load(kLastingStep).lasting});
  return prometheus::TextSerializer().Serialize(families);
}

}  // namespace raftup::server
