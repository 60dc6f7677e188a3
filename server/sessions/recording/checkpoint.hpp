#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "server/security/quota_ledger.hpp"
#include "server/sessions/recording/session_record.hpp"

namespace raftup::server {

/// Result of a few steps from the state of a checkpoint, computed by the program that made it. A
/// program that computes the same result continues the simulation identically.
struct Verification {
  std::int64_t step_count = 0;   ///< steps that could be taken
  std::uint64_t state_hash = 0;  ///< solver::state_hash() after them
};

/// A snapshot that a client requested.
struct Checkpoint {
  std::string id;
  std::string label;
  std::shared_ptr<const Snapshot> snapshot;
  Verification verification;
  std::int64_t time_ns = 0;     ///< simulation time
  std::int64_t size_bytes = 0;  ///< of the serialised state
  std::chrono::system_clock::time_point create_time;
  QuotaShare share;  ///< share of the tenant's quota, held as long as the checkpoint

  std::int64_t step_index() const { return snapshot->state.step_index; }
};

}  // namespace raftup::server
