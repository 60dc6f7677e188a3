#pragma once

#include <string>

#include "server/operation/call_metrics.hpp"
#include "server/operation/readiness.hpp"
#include "server/security/refusals.hpp"
#include "server/sessions/session_registry.hpp"
#include "server/storage/session_store.hpp"

namespace raftup::server {

/// The sources of the metrics of a server.
struct MetricSources {
  SessionRegistry& sessions;
  SessionStore& store;
  const Refusals& refusals;
  const CallMetrics& calls;
  const Readiness& readiness;
  const WorkerPool& stepping;  ///< the threads that step sessions
};

/// All metrics in Prometheus' text format 0.0.4; names and units are explained in
/// server/operation/README.md. No label distinguishes sessions, participants or tenants, so that
/// the number of series does not grow with use.
std::string metrics_page(const MetricSources& sources);

inline constexpr const char* kMetricsContentType = "text/plain; version=0.0.4; charset=utf-8";

}  // namespace raftup::server
