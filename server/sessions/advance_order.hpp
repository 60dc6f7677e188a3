#pragma once

#include <cstdint>

#include "server/sessions/participants/lease.hpp"

namespace raftup::server {

enum class AdvanceKind {
  kFinal,      ///< steps are taken
  kTentative,  ///< steps are tried and undone
  kCommit,     ///< the steps tried last are taken
};

/// Steps that a controller asks for.
struct StepRequest {
  std::int64_t expected_step_index = 0;
  std::int64_t step_count = 1;
  AdvanceKind kind = AdvanceKind::kFinal;
};

/// Steps that the controller has ordered.
struct AdvanceOrder {
  std::int64_t start_step = 0;
  std::int64_t end_step = 0;          ///< step_index when done
  Lease::Clock::time_point asked_at;  ///< when the message came
  std::int64_t compute_ns = 0;
  std::int64_t wait_ns = 0;
  bool tentative = false;
  std::int64_t iteration = 0;  ///< most tries of a step
  double iteration_residual = 0.0;
};

}  // namespace raftup::server
