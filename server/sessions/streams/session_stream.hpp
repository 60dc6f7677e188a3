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
  std::vector<std::string> outputs;  ///< empty = the model's
  std::int64_t output_stride = 0;    ///< 0 = the model's
  std::int64_t credit = 1;           ///< frames that the client can take
  bool never_waits = false;          ///< its Advance fails where it would have to wait
  bool take_over = false;            ///< replaces a controller whose lease is over
  std::string resume_token;          ///< of the stream that this one replaces, if any
  std::int64_t resume_from_step_index = 0;
  bool state_hash = false;  ///< its frames carry the hash of the state

  /// It goes on from a stream of its own, rather than taking over from another client.
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
  std::string resume_token;  ///< proves that a stream goes on from this one; empty: none may
  std::shared_ptr<StreamListener> listener;
  Role role = Role::kObserver;
  InputPort port;
  Columns columns;
  std::int64_t frame_credit = 0;
  std::int64_t dropped_frames = 0;
  std::int64_t pending_rows = 0;
  std::optional<ReplayRing> ring;                 ///< of a client that may resume
  std::int64_t kept_watermark_ns = kNoWatermark;  ///< of its writer when it was disconnected
  bool state_hash = false;
  bool never_waits = false;
  bool leaving = false;  ///< detaches as soon as its Advances are done

  /// @param frames that the client can take in addition
  /// @throws ServiceError(kBadField)
  void add_credit(std::int64_t frames);

  /// Drops the rows that no frame has been sent with.
  void discard_rows();

  /// It has the samples of a participant that answers every try of a step.
  bool iterates() const { return port.writer != nullptr && port.writer->declaration.iterates; }

  /// By its credit and by what it has read.
  bool can_take_frame() const { return frame_credit > 0 && listener->keeps_up(); }

  /// The session waits for its credit instead of dropping its frames.
  bool holds_session() const {
    return role == Role::kController ||
           (port.writer != nullptr && port.writer->declaration.required);
  }
};

}  // namespace raftup::server
