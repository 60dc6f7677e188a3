#pragma once

#include <cstdint>

#include "server/sessions/participants/lease.hpp"

namespace raftup::server {

enum class AdvanceKind {
  kFinal,      ///< steps are committed
  kTentative,  ///< steps are computed and undone
  kCommit,     ///< the steps that were tried last are committed
};

/// Steps that a controller requests.
struct StepRequest {
  std::int64_t expected_step_index = 0;
  std::int64_t step_count = 1;
  AdvanceKind kind = AdvanceKind::kFinal;
};

/// Steps that the controller has ordered.
struct AdvanceOrder {
  std::int64_t start_step = 0;
  std::int64_t end_step = 0;          ///< step_index at the end
  Lease::Clock::time_point asked_at;  ///< time at which the message arrived
  std::int64_t compute_ns = 0;
  std::int64_t wait_ns = 0;
  bool tentative = false;
  std::int64_t iteration = 0;  ///< largest number of tries of a step
  double iteration_residual = 0.0;
};

}  // namespace raftup::server
