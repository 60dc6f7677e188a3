#pragma once

#include <string>

#include "server/operation/call_metrics.hpp"
#include "server/operation/readiness.hpp"
#include "server/security/refusals.hpp"
#include "server/sessions/session_registry.hpp"
#include "server/storage/session_store.hpp"

namespace raftup::server {

/// The objects from which the metrics of a server are read.
struct MetricSources {
  SessionRegistry& sessions;
  SessionStore& store;
  const Refusals& refusals;
  const CallMetrics& calls;
  const Readiness& readiness;
  const WorkerPool& stepping;  ///< pool whose threads step the sessions
};

/// Returns all metrics in the text format 0.0.4 of Prometheus. server/operation/README.md explains
/// names and units. No label distinguishes sessions, participants or tenants, so that the number of
/// time series does not grow with use.
std::string metrics_page(const MetricSources& sources);

inline constexpr const char* kMetricsContentType = "text/plain; version=0.0.4; charset=utf-8";

}  // namespace raftup::server
