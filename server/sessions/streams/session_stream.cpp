#include "server/sessions/streams/session_stream.hpp"

#include <fmt/format.h>

#include "server/base/service_error.hpp"

namespace raftup::server {

namespace {

/// Largest number of frames that a client may allow at once.
constexpr std::int64_t kCreditLimit = 4096;

}  // namespace

void AttachOrder::check() const {
  if (output_stride < 0) {
    throw bad_field("output_stride", "must not be negative", std::to_string(output_stride));
  }
  if (credit < 1 || credit > kCreditLimit) {
    throw bad_field("credit", fmt::format("must be from 1 to {}", kCreditLimit),
                    std::to_string(credit));
  }
  if (role == Role::kObserver && !inputs.empty()) {
    throw bad_field("input_variables", "must be empty for an observer", inputs[0]);
  }
  if (role == Role::kParticipant && participant_id.empty()) {
    throw bad_field("participant_id", "must be given for a participant", "");
  }
}

void SessionStream::add_credit(std::int64_t frames) {
  if (frames < 1 || frame_credit + frames > kCreditLimit) {
    throw bad_field("credit.credit",
                    fmt::format("must be at least 1 and make at most {} in all", kCreditLimit),
                    std::to_string(frames));
  }
  frame_credit += frames;
}

void SessionStream::discard_rows() {
  listener->discard_rows();
  pending_rows = 0;
}

}  // namespace raftup::server
