#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <variant>

#include "server/sessions/recording/input_writers.hpp"
#include "solver/model/state.hpp"

namespace raftup::server {

enum class SessionState { kCreated, kInitialized, kRunning, kTerminated };

/// Copy of all that the future of a session depends on.
struct Snapshot {
  solver::State state;
  SessionState session_state = SessionState::kCreated;
  InputWriters::Watermarks watermarks;
};

// Everything that can change the future of a session is one of these records. The spec and the
// records, in the order in which the session accepted them, give the session bit for bit: a live
// session, one that is recovered and one that is forked apply them by the same functions.
// Spans and views are of whoever made the record; inputs are places in Simulation::inputs().

/// CREATED -> INITIALIZED.
struct InitializedRecord {
  std::span<const std::size_t> inputs;
  std::span<const double> start_values;  ///< one input after another
};

/// Samples that a participant sent, or that stand in for those of a silent one.
struct SamplesRecord {
  std::string_view participant_id;
  std::span<const std::size_t> inputs;
  std::span<const std::int64_t> times_ns;
  std::span<const double> values;  ///< [sample][column]
  std::int64_t watermark_ns = 0;   ///< the participant's from now on
};

/// Steps taken; told when they are acknowledged.
struct SteppedRecord {
  std::uint64_t motion_hash = 0;  ///< solver::motion_hash() of where they led
};

/// Back to another state, or forward.
struct RestoredRecord {
  std::shared_ptr<const Snapshot> snapshot;
};

/// Back to CREATED at t = 0.
struct ResetRecord {};

/// No more steps.
struct TerminatedRecord {};

using SessionRecord = std::variant<InitializedRecord, SamplesRecord, SteppedRecord, RestoredRecord,
                                   ResetRecord, TerminatedRecord>;

}  // namespace raftup::server
