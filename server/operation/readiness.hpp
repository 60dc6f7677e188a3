/// @file Whether a server should get new work: what it looks at and whom it tells.
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

/// A step that runs for longer is counted as one that may never end.
inline constexpr std::chrono::seconds kLastingStep(5);

/// Whether a server should get new work. Thread-safe.
class Readiness {
 public:
  /// Not ready before recovered().
  /// @param stepping the threads of the sessions; outlives this
  Readiness(std::filesystem::path data, const WorkerPool& stepping);

  /// What was there before a restart is back.
  void recovered() { recovered_ = true; }
  /// The server is about to stop; there is no way back.
  void withdraw() { withdrawn_ = true; }

  struct Check {
    const char* name;   ///< "store", "recovery", "descriptors", "workers", "draining"
    std::string fault;  ///< empty = passes
  };
  /// All of them, whether they pass or not. Writes to the data folder.
  std::vector<Check> checks() const;

  static bool all_pass(const std::vector<Check>& checks);

 private:
  std::filesystem::path data_;
  const WorkerPool& stepping_;
  std::atomic<bool> recovered_{false};
  std::atomic<bool> withdrawn_{false};
};

/// What the operating system says about this process.
struct ProcessStatus {
  std::int64_t open_descriptors = 0;
  std::int64_t descriptor_limit = 0;  ///< beyond it nothing can be opened
  std::int64_t resident_bytes = 0;
  double processor_seconds = 0.0;  ///< user and system, since the start
};

ProcessStatus process_status();

/// Writes a page into the server's data folder and removes it again; with a folder that does not
/// exist yet, into the one it would be made in. Blocks on the disk.
/// @throws Error(kInvalidArgument) where that does not work
void check_data_folder(const std::filesystem::path& folder);

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
