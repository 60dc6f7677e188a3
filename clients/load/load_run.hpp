#pragma once

#include <atomic>
#include <string>

#include "clients/load/load_scenario.hpp"
#include "clients/load/load_stream.hpp"

namespace raftup::client {

/// What a server made of a scenario.
struct LoadResult {
  std::int64_t scheduled = 0;   ///< messages that were due while it was measured
  std::int64_t answered = 0;    ///< of these, with all their steps
  std::int64_t failed = 0;      ///< of these, without
  std::int64_t unanswered = 0;  ///< of these, when the time to wait for answers was over
  double seconds = 0.0;         ///< from the first to the last answer's time, at least the duration
  std::string error;            ///< of the first stream that the server ended; empty = none
};

/// Runs a scenario on sessions of its own, which are deleted afterwards.
/// @param record filled; its start and end are set
/// @param stop   set by anybody ends the run early
/// @throws CallError where the sessions cannot be made
/// @throws std::invalid_argument for a scenario that breaks a rule
LoadResult run_load(const std::string& address, const ConnectionOptions& options,
                    const LoadScenario& scenario, const std::atomic<bool>& stop,
                    LoadRecord& record);

}  // namespace raftup::client
