#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "server/sessions/participants/input_port.hpp"
#include "server/sessions/participants/lease.hpp"
#include "server/sessions/streams/replay_ring.hpp"
#include "server/sessions/streams/stream_listener.hpp"

namespace raftup::server {

enum class Role { kController, kParticipant, kObserver };

/// How a client attaches to a session.
struct AttachOrder {
  std::string participant_id;
  Role role = Role::kObserver;
  std::vector<std::string> inputs;
  std::vector<std::string> outputs;  ///< empty = those of the model
  std::int64_t output_stride = 0;    ///< 0 = that of the model
  std::int64_t credit = 1;           ///< number of frames that the client can receive
  bool never_waits = false;          ///< true if its Advance fails instead of waiting
  bool take_over = false;            ///< true to replace a controller whose lease has ended
  std::string resume_token;          ///< of the stream that this one replaces, if any
  std::int64_t resume_from_step_index = 0;
  bool state_hash = false;  ///< true if its frames contain the hash of the state

  /// True if it continues a stream of its own instead of replacing that of another client.
  bool resumes() const { return !resume_token.empty() && !take_over; }

  /// Checks the rules that do not depend on the session.
  /// @throws ServiceError(kBadField)
  void check() const;
};

/// Inputs, columns, credit and pending rows of one attached client.
struct SessionStream {
  explicit SessionStream(const Lease& given) : lease(given) {}

  Lease lease;
  Lease::Clock::time_point last_message;
  std::string participant_id;
  std::string resume_token;  ///< needed to resume this stream; empty: it cannot be resumed
  std::shared_ptr<StreamListener> listener;
  Role role = Role::kObserver;
  InputPort port;
  Columns columns;
  std::int64_t frame_credit = 0;
  std::int64_t dropped_frames = 0;
  std::int64_t pending_rows = 0;
  std::optional<ReplayRing> ring;  ///< for a client that may resume
  /// The watermark of its writer at the time when it was disconnected [ns].
  std::int64_t kept_watermark_ns = kNoWatermark;
  bool state_hash = false;
  bool never_waits = false;
  bool leaving = false;  ///< true if it detaches as soon as its Advances are done

  /// @param frames that the client can take in addition
  /// @throws ServiceError(kBadField)
  void add_credit(std::int64_t frames);

  /// Drops the rows that no frame has been sent with.
  void discard_rows();

  /// True if it sends the samples of a participant that answers every try of a step.
  bool iterates() const { return port.writer != nullptr && port.writer->declaration.iterates; }

  /// True if it has credit and has read enough of its pending messages.
  bool can_take_frame() const { return frame_credit > 0 && listener->keeps_up(); }

  /// True if the session waits for its credit instead of dropping its frames.
  bool holds_session() const {
    return role == Role::kController ||
           (port.writer != nullptr && port.writer->declaration.required);
  }
};

}  // namespace raftup::server
