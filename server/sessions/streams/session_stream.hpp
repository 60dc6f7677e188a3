#pragma once

#include <optional>

#include "server/sessions/session.hpp"
#include "server/sessions/streams/replay_ring.hpp"

namespace raftup::server {

/// Steps that the controller has ordered.
struct AdvanceOrder {
  std::int64_t start_step = 0;
  std::int64_t end_step = 0;       ///< step_index when done
  Lease::Clock::time_point heard;  ///< when it was asked for
  std::int64_t compute_ns = 0;
  std::int64_t wait_ns = 0;
  bool tentative = false;
  std::int64_t iteration = 0;  ///< most tries of a step
  double iteration_residual = 0.0;
};

/// Columns, credit and pending rows of one attached client.
class Session::Stream {
 public:
  explicit Stream(const Lease& given) : lease(given) {}

  Lease lease;
  Lease::Clock::time_point heard;  ///< its last message
  std::string participant_id;
  std::string resume_token;  ///< proves that a stream goes on from this one; empty: none may
  std::shared_ptr<StreamListener> listener;
  Role role = Role::kObserver;
  InputWriter* writer = nullptr;  ///< none for an observer
  std::vector<std::size_t> inputs;
  std::size_t input_width = 0;
  std::vector<std::size_t> outputs;
  std::size_t output_width = 0;
  std::int64_t output_stride = 1;
  std::int64_t frame_credit = 0;
  std::int64_t dropped_frames = 0;
  std::int64_t next_sequence = 1;
  std::int64_t pending_rows = 0;
  std::optional<ReplayRing> ring;                 ///< of a client that may resume
  std::int64_t kept_watermark_ns = kNoWatermark;  ///< of its writer when it broke off
  bool state_hash = false;
  bool never_waits = false;
  bool leaving = false;             ///< detaches as soon as its orders are done
  std::deque<AdvanceOrder> orders;  ///< of a controller

  /// The session waits for its credit instead of dropping its frames.
  bool holds_session() const {
    return role == Role::kController || (writer != nullptr && writer->declaration.required);
  }
};

}  // namespace raftup::server
