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
  kCommitted,    ///< all steps were taken
  kDiscarded,    ///< a step failed and was undone
  kEarlyReturn,  ///< the Advance ended before its last step, because the session or the server ends
  kTentative,    ///< all steps were tried and undone
  kEnded,        ///< an event of the model has ended the run; the steps before it were taken
};

/// The data of a frame except its rows.
struct FrameSummary {
  std::int64_t step_index = 0;
  std::int64_t time_ns = 0;
  StepResult result = StepResult::kCommitted;
  std::int64_t compute_ns = 0;
  std::int64_t wait_ns = 0;
  int input_credit = 0;
  std::int64_t dropped_frame_count = 0;
  std::uint64_t state_hash = 0;  ///< hash of the state; 0 if not requested
  std::int64_t iteration = 0;    ///< number of tries of a step
  double iteration_residual = 0.0;
  /// Wall clock time of the commit, since 1970; 0 for tentative steps.
  std::int64_t commit_time_ns = 0;
};

struct SessionNotice {
  Severity severity = Severity::kInfo;
  std::string reason;  ///< a constant name, such as "SESSION_RESET"
  std::string message;
  std::int64_t step_index = 0;
};

/// Receives the rows, frames and notices that a session sends to one attached client. The session
/// makes all calls in its strand. Calls must not block.
class StreamListener {
 public:
  virtual ~StreamListener() = default;

  /// Adds a row of `columns` values to the next frame.
  /// @returns the values of the row, which the session fills immediately
  virtual std::span<double> add_row(std::int64_t time_ns, std::size_t columns) = 0;
  /// Drops the rows that were added since the last frame.
  virtual void discard_rows() = 0;
  virtual void send_frame(const FrameSummary& summary) = 0;
  /// False if so many bytes are waiting to be sent that the client can receive no frame, even if it
  /// has credit. When the client has read enough bytes, SessionStreams::add_credit() is called with
  /// 0 frames. May be called in any thread.
  virtual bool keeps_up() const { return true; }
  /// Reports that a step of this client's Advance failed. A frame with the result kDiscarded
  /// follows.
  virtual void step_failed(const ServiceError& error, std::int64_t step_index) = 0;
  virtual void send_need(const std::vector<std::string>& participant_ids,
                         std::int64_t until_time_ns) = 0;
  virtual void send_notice(const SessionNotice& notice) = 0;
  /// Sends contact events of steps, before the frame of these steps. Does nothing if the client has
  /// not requested contact events.
  virtual void send_contact_events(const v1::ContactEvents& /*events*/) {}
  /// The stream has been removed because the client requested it. No further call follows.
  virtual void left() = 0;
  /// The session has closed this stream. No further call follows.
  virtual void close(const ServiceError& error) = 0;
};

}  // namespace raftup::server
