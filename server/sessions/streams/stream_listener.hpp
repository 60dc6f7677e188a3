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

/// What goes with the rows of a frame.
struct FrameSummary {
  std::int64_t step_index = 0;
  std::int64_t time_ns = 0;
  StepResult result = StepResult::kCommitted;
  std::int64_t compute_ns = 0;
  std::int64_t wait_ns = 0;
  int input_credit = 0;
  std::int64_t dropped_frame_count = 0;
  std::uint64_t state_hash = 0;  ///< 0 where not asked for
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

/// Where a session delivers what one attached client is to see. Every call comes from the session's
/// strand and must not block.
class StreamListener {
 public:
  virtual ~StreamListener() = default;

  /// A new row of the next frame; the session writes the values into the span at once.
  virtual std::span<double> add_row(std::int64_t time_ns, std::size_t columns) = 0;
  /// Forgets the rows added since the last frame.
  virtual void discard_rows() = 0;
  virtual void send_frame(const FrameSummary& summary) = 0;
  /// False where so much waits to be read that the client can take no frame, whatever its credit.
  /// When that has changed, Session::caught_up() is called. May be used anywhere.
  virtual bool keeps_up() const { return true; }
  /// A step of this client's Advance failed; the frame kDiscarded follows.
  virtual void step_failed(const ServiceError& error, std::int64_t step_index) = 0;
  virtual void send_need(const std::vector<std::string>& participant_ids,
                         std::int64_t until_time_ns) = 0;
  virtual void send_notice(const SessionNotice& notice) = 0;
  /// Of steps whose frame follows. Nothing where the client is not interested.
  virtual void send_contact_events(const v1::ContactEvents& /*events*/) {}
  /// The client has left in good order; nothing follows.
  virtual void left() = 0;
  /// The session has let go of this client; nothing follows.
  virtual void close(const ServiceError& error) = 0;
};

}  // namespace raftup::server
