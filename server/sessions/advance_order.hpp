#pragma once

#include <cstdint>

#include "server/sessions/participants/lease.hpp"

namespace raftup::server {

enum class AdvanceKind {
  kFinal,      ///< the steps are committed
  kTentative,  ///< the steps are computed, reported to the client and then undone
  kCommit,     ///< the steps of the last tentative Advance are computed again and committed
};

/// The steps that a controller requests with one Advance message.
struct StepRequest {
  std::int64_t expected_step_index = 0;
  std::int64_t step_count = 1;
  AdvanceKind kind = AdvanceKind::kFinal;
};

/// An accepted request for steps, which waits in the queue of the session or is in progress.
struct AdvanceOrder {
  std::int64_t start_step = 0;
  /// Index of the step that the session has reached when the order is done.
  std::int64_t end_step = 0;
  Lease::Clock::time_point asked_at;  ///< time at which the message with the request arrived
  std::int64_t compute_ns = 0;
  std::int64_t wait_ns = 0;
  bool tentative = false;
  std::int64_t iteration = 0;  ///< largest number of tries of one step so far
  double iteration_residual = 0.0;
};

}  // namespace raftup::server
