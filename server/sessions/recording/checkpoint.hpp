#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>

#include "server/security/quota_ledger.hpp"
#include "server/sessions/recording/session_record.hpp"

namespace raftup::server {

/// Result of a few steps from the state of a checkpoint, computed by the program that made the
/// checkpoint. Another program that computes the same result can continue the simulation with
/// identical results.
struct Verification {
  std::int64_t step_count = 0;   ///< number of steps that succeeded; at most 4
  std::uint64_t state_hash = 0;  ///< solver::state_hash() of the state after these steps
  /// true if the state has the form of an older version of the program, from which steps of this one
  /// lead elsewhere; not stored
  bool renewed = false;
};

/// A stored state of a session that a client requested and can restore.
struct Checkpoint {
  std::string id;
  std::string label;
  std::shared_ptr<const Snapshot> snapshot;
  Verification verification;
  std::int64_t time_ns = 0;     ///< simulation time of the snapshot
  std::int64_t size_bytes = 0;  ///< size of the serialized state
  std::chrono::system_clock::time_point create_time;
  QuotaShare share;  ///< share of the tenant's quota, which is released with the checkpoint

  std::int64_t step_index() const { return snapshot->state.step_index; }
};

}  // namespace raftup::server
