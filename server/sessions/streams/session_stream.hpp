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

/// The request of a client to attach to a session.
struct AttachOrder {
  std::string participant_id;
  Role role = Role::kObserver;
  std::vector<std::string> inputs;
  /// Names of outputs; empty = the default selection of the model.
  std::vector<std::string> outputs;
  std::int64_t output_stride = 0;  ///< steps between rows; 0 = the default stride of the model
  std::int64_t credit = 1;         ///< number of frames that the client can receive
  bool never_waits = false;        ///< true if its Advance must fail instead of waiting for inputs
  bool take_over = false;          ///< true to replace a controller whose lease has ended
  /// Token of the stream that this one resumes or replaces; empty if there is none.
  std::string resume_token;
  std::int64_t resume_from_step_index = 0;
  bool state_hash = false;  ///< true if its frames must contain the hash of the state

  /// True if the client resumes a stream of its own, instead of taking over the stream of another
  /// client.
  bool resumes() const { return !resume_token.empty() && !take_over; }

  /// Checks the fields by rules that do not depend on the session.
  /// @throws ServiceError(kBadField)
  void check() const;
};

/// One attached client: its inputs, columns, credit and unsent rows.
struct SessionStream {
  explicit SessionStream(const Lease& given) : lease(given) {}

  Lease lease;
  Lease::Clock::time_point last_message;
  std::string participant_id;
  /// Token with which the client can resume; empty = the stream cannot be resumed.
  std::string resume_token;
  std::shared_ptr<StreamListener> listener;
  Role role = Role::kObserver;
  InputPort port;
  Columns columns;
  std::int64_t frame_credit = 0;
  std::int64_t dropped_frames = 0;
  std::int64_t pending_rows = 0;
  std::optional<ReplayRing> ring;  ///< present only for a client that may resume
  /// Watermark of the stream's writer when the stream was disconnected [ns].
  std::int64_t kept_watermark_ns = kNoWatermark;
  bool state_hash = false;
  bool never_waits = false;
  bool leaving = false;  ///< true if the stream is removed as soon as its Advances are done

  /// Increases the credit of the stream.
  /// @param frames number of additional frames that the client can receive
  /// @throws ServiceError(kBadField)
  void add_credit(std::int64_t frames);

  /// Drops the rows that have not been sent in a frame.
  void discard_rows();

  /// True if the stream sends samples of a participant that answers every try of a step.
  bool iterates() const { return port.writer != nullptr && port.writer->declaration.iterates; }

  /// True if the stream has credit and its client has read enough of its pending messages.
  bool can_take_frame() const { return frame_credit > 0 && listener->keeps_up(); }

  /// True if the session waits for the credit of this stream instead of dropping its frames.
  bool holds_session() const {
    return role == Role::kController ||
           (port.writer != nullptr && port.writer->declaration.required);
  }
};

}  // namespace raftup::server
