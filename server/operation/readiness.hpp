/// @file The readiness of a server for new work: its checks and its reports.
#pragma once

#include <grpcpp/health_check_service_interface.h>

#include <atomic>
#include <chrono>
#include <cstdint>
#include <filesystem>
#include <mutex>
#include <string>
#include <vector>

#include "server/operation/admin_endpoint.hpp"
#include "server/sessions/work/worker_pool.hpp"

namespace raftup::server {

/// A step that has been computed for longer than this counts as one that may never end.
inline constexpr std::chrono::seconds kLastingStep(5);

/// Checks whether a server is ready for new work. Thread-safe.
class Readiness {
 public:
  /// The server is not ready until recovered() is called.
  /// @param stepping pool whose threads step the sessions; must outlive this object
  Readiness(std::filesystem::path data, const WorkerPool& stepping);

  /// To be called when all sessions that were stored before a restart have been recovered.
  void recovered() { recovered_ = true; }
  /// To be called when the server is about to stop. The server is then not ready until its end.
  void withdraw() { withdrawn_ = true; }

  struct Check {
    const char* name;   ///< "store", "recovery", "descriptors", "workers" or "draining"
    std::string fault;  ///< description of the fault; empty if the check passes
  };
  /// Makes all checks and returns their results. A test file is written to the data folder.
  std::vector<Check> checks() const;

  static bool all_pass(const std::vector<Check>& checks);

 private:
  std::filesystem::path data_;
  const WorkerPool& stepping_;
  std::atomic<bool> recovered_{false};
  std::atomic<bool> withdrawn_{false};
};

/// Use of resources by this process, as the operating system reports it.
struct ProcessStatus {
  std::int64_t open_descriptors = 0;
  std::int64_t descriptor_limit = 0;  ///< largest number of file descriptors
  std::int64_t resident_bytes = 0;
  double processor_seconds = 0.0;  ///< user and system time since the start [s]
};

ProcessStatus process_status();

/// Checks that the data folder can be written to: writes a file of 4096 bytes to it and removes the
/// file. If the folder does not exist, its nearest existing parent folder is checked. Waits for the
/// disk.
/// @throws Error(kInvalidArgument) if the file cannot be written
void check_data_folder(const std::filesystem::path& folder);

/// Reports the readiness of a server through the gRPC health service (grpc.health.v1). The services
/// SessionService and DatabaseService are reported as SERVING while all checks pass. The service
/// "", which stands for the whole server, remains SERVING until the server ends. Thread-safe.
class HealthReport {
 public:
  /// @param readiness must outlive this object, as must `health`
  HealthReport(const Readiness& readiness, grpc::HealthCheckServiceInterface& health);

  /// Makes the checks and reports their result. Changes are logged.
  void update();

 private:
  const Readiness& readiness_;
  grpc::HealthCheckServiceInterface& health_;
  std::mutex mutex_;
  std::string faults_ = "?";  ///< the faults that were reported last
};

/// The HTTP page /readyz: one line for each check, with the status 200, or 503 if a check fails.
AdminEndpoint::Page readiness_page(const Readiness& readiness);

}  // namespace raftup::server
