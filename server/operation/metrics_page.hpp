#pragma once

#include <string>

#include "server/operation/call_metrics.hpp"
#include "server/operation/readiness.hpp"
#include "server/security/refusals.hpp"
#include "server/sessions/session_registry.hpp"
#include "server/storage/session_store.hpp"

namespace raftup::server {

/// Where the figures of a server come from.
struct MetricSources {
  SessionRegistry& sessions;
  SessionStore& store;
  const Refusals& refusals;
  const CallMetrics& calls;
  const Readiness& readiness;
  const WorkerPool& stepping;  ///< the threads of the sessions
};

/// Everything that is measured, in Prometheus' text format 0.0.4; names and units are explained in
/// server/operation/README.md. No label tells sessions, participants or tenants apart, so that the
/// number of series does not grow with use.
std::string metrics_page(const MetricSources& sources);

inline constexpr const char* kMetricsContentType = "text/plain; version=0.0.4; charset=utf-8";

}  // namespace raftup::server
