/// @file Readiness of a server for new work: its checks and its reports.
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

/// A step that runs for longer counts as one that may never end.
inline constexpr std::chrono::seconds kLastingStep(5);

/// Readiness of a server for new work. Thread-safe.
class Readiness {
 public:
  /// Not ready before recovered() is called.
  /// @param stepping the threads of the sessions; must outlive this object
  Readiness(std::filesystem::path data, const WorkerPool& stepping);

  /// To be called when all sessions from before a restart are recovered.
  void recovered() { recovered_ = true; }
  /// To be called when the server is about to stop; this cannot be undone.
  void withdraw() { withdrawn_ = true; }

  struct Check {
    const char* name;   ///< "store", "recovery", "descriptors", "workers", "draining"
    std::string fault;  ///< empty if the check passes
  };
  /// All checks with their results. Writes to the data folder.
  std::vector<Check> checks() const;

  static bool all_pass(const std::vector<Check>& checks);

 private:
  std::filesystem::path data_;
  const WorkerPool& stepping_;
  std::atomic<bool> recovered_{false};
  std::atomic<bool> withdrawn_{false};
};

/// Data of the operating system about this process.
struct ProcessStatus {
  std::int64_t open_descriptors = 0;
  std::int64_t descriptor_limit = 0;  ///< largest number of descriptors
  std::int64_t resident_bytes = 0;
  double processor_seconds = 0.0;  ///< user and system, since the start
};

ProcessStatus process_status();

/// Writes a page into the server's data folder and removes it again; if the folder does not exist,
/// into the one in which it would be made. Blocks on the disk.
/// @throws Error(kInvalidArgument) if that is impossible
void check_data_folder(const std::filesystem::path& folder);

/// Reports a server's readiness to grpc.health.v1: its services are SERVING while all checks pass.
/// The server as a whole, "", remains SERVING as long as it lives. Thread-safe.
class HealthReport {
 public:
  /// Both must outlive this object.
  HealthReport(const Readiness& readiness, grpc::HealthCheckServiceInterface& health);

  /// Runs the checks and reports; changes are logged.
  void update();

 private:
  const Readiness& readiness_;
  grpc::HealthCheckServiceInterface& health_;
  std::mutex mutex_;
  std::string faults_ = "?";  ///< the faults as last reported
};

/// The page /readyz: one line for each check; status 503 if one fails.
AdminEndpoint::Page readiness_page(const Readiness& readiness);

}  // namespace raftup::server
