#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "hydro/base/finding.hpp"
#include "raftup/v1/contact_event.pb.h"
#include "server/base/service_error.hpp"

namespace raftup::server {

enum class StepResult {
  kCommitted,    ///< all steps taken
  kDiscarded,    ///< a step failed and was undone
  kEarlyReturn,  ///< the server stops
  kTentative,    ///< all steps tried and undone
};

/// Data of a frame besides its rows.
struct FrameSummary {
  std::int64_t step_index = 0;
  std::int64_t time_ns = 0;
  StepResult result = StepResult::kCommitted;
  std::int64_t compute_ns = 0;
  std::int64_t wait_ns = 0;
  int input_credit = 0;
  std::int64_t dropped_frame_count = 0;
  std::uint64_t state_hash = 0;  ///< 0 if not requested
  std::int64_t iteration = 0;    ///< tries of a step
  double iteration_residual = 0.0;
  std::int64_t commit_time_ns = 0;  ///< since 1970, wall clock; 0 of steps that were tried
};

struct SessionNotice {
  Severity severity = Severity::kInfo;
  std::string reason;  ///< "SESSION_RESET"
  std::string message;
  std::int64_t step_index = 0;
};

/// Receives what a session sends to one attached client. Every call comes from the session's strand
/// and must not block.
class StreamListener {
 public:
  virtual ~StreamListener() = default;

  /// Adds a row to the next frame. The session writes the values into the span at once.
  virtual std::span<double> add_row(std::int64_t time_ns, std::size_t columns) = 0;
  /// Drops the rows added since the last frame.
  virtual void discard_rows() = 0;
  virtual void send_frame(const FrameSummary& summary) = 0;
  /// False if so many bytes are pending that the client can receive no frame, whatever its credit.
  /// When the client has read enough of them, SessionStreams::add_credit() is called with 0 frames. May be
  /// used anywhere.
  virtual bool keeps_up() const { return true; }
  /// A step of this client's Advance failed; the frame kDiscarded follows.
  virtual void step_failed(const ServiceError& error, std::int64_t step_index) = 0;
  virtual void send_need(const std::vector<std::string>& participant_ids,
                         std::int64_t until_time_ns) = 0;
  virtual void send_notice(const SessionNotice& notice) = 0;
  /// Sends contact events of steps whose frame follows. Does nothing if the client has not asked
  /// for them.
  virtual void send_contact_events(const v1::ContactEvents& /*events*/) {}
  /// The client has left as it asked. No further call follows.
  virtual void left() = 0;
  /// The session has closed this stream. No further call follows.
  virtual void close(const ServiceError& error) = 0;
};

}  // namespace raftup::server
