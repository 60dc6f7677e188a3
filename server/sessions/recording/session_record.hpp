#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <variant>
#include <vector>

#include "server/sessions/recording/fired_events.hpp"
#include "server/sessions/recording/input_writers.hpp"
#include "solver/model/state.hpp"

namespace raftup::server {

enum class SessionState { kCreated, kInitialized, kRunning, kTerminated };

/// A copy of everything that the later steps of a session depend on, and of what its events have
/// done until then.
struct Snapshot {
  solver::State state;
  SessionState session_state = SessionState::kCreated;
  InputWriters::Watermarks watermarks;
  std::vector<FiredEvents::Firing> firings;  ///< empty in snapshots of before they had any
};

// Everything that influences later steps of a session is one of these records. The spec and the
// records, in the order in which the session accepted them, determine the session bit for bit:
// live, recovered and forked sessions apply them by the same functions. The maker of a record owns
// what its spans and views refer to. Inputs are indices into Simulation::inputs().

/// Moves the session from state CREATED to INITIALIZED and sets start values of inputs.
struct InitializedRecord {
  std::span<const std::size_t> inputs;
  std::span<const double> start_values;  ///< values of all `inputs`, concatenated
};

/// Samples of inputs that a participant has sent, or that the session has written for a silent
/// participant.
struct SamplesRecord {
  std::string_view participant_id;
  std::span<const std::size_t> inputs;
  std::span<const std::int64_t> times_ns;
  /// [sample][column]; the columns are the values of `inputs`, concatenated.
  std::span<const double> values;
  std::int64_t watermark_ns = 0;  ///< new watermark of the participant
};

/// Records that steps were taken, when the session is committed.
struct SteppedRecord {
  /// Solver::motion_hash() of the state after these steps, which a replay compares.
  std::uint64_t motion_hash = 0;
};

/// Moves the session to the state of a snapshot.
struct RestoredRecord {
  std::shared_ptr<const Snapshot> snapshot;
};

/// Moves the session back to the state CREATED at t = 0.
struct ResetRecord {};

/// Ends the session. It takes no more steps.
struct TerminatedRecord {};

using SessionRecord = std::variant<InitializedRecord, SamplesRecord, SteppedRecord, RestoredRecord,
                                   ResetRecord, TerminatedRecord>;

}  // namespace raftup::server
