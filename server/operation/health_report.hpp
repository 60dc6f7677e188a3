#pragma once

#include <grpcpp/health_check_service_interface.h>

#include <mutex>
#include <string>

#include "server/operation/admin_endpoint.hpp"
#include "server/operation/readiness.hpp"

namespace raftup::server {

/// Tells grpc.health.v1 of a server's readiness: its services are SERVING while all checks pass.
/// The server as a whole, "", keeps SERVING: it lives. Thread-safe.
class HealthReport {
 public:
  /// Both must outlive it.
  HealthReport(const Readiness& readiness, grpc::HealthCheckServiceInterface& health);

  /// Looks and tells; logs what has changed.
  void update();

 private:
  const Readiness& readiness_;
  grpc::HealthCheckServiceInterface& health_;
  std::mutex mutex_;
  std::string faults_ = "?";  ///< as last told
};

/// For /readyz: a line for each check; 503 where one does not pass.
AdminEndpoint::Page readiness_page(const Readiness& readiness);

}  // namespace raftup::server
