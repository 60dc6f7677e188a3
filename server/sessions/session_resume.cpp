/// @file Session: clients whose connection broke, and how they go on.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "server/sessions/streams/session_stream.hpp"

namespace raftup::server {

namespace {

constexpr std::size_t kAbsentLimit = 64;  ///< each keeps up to a MiB of rows

}  // namespace

void Session::break_off(Stream& stream) {
  const bool controlled = &stream == controller_;
  std::unique_ptr<Stream> gone = take_out(stream);
  if (!gone->resume_token.empty()) {
    gone->listener.reset();
    attend_at(gone->lease.end());
    absent_.push_back(std::move(gone));
    if (absent_.size() > kAbsentLimit) absent_.erase(absent_.begin());
  }
  if (controlled) {
    notify_all(hydro::Severity::kWarning, "CONTROLLER_LOST",
               "the controller's connection broke off");
  }
  continue_advance();
}

void Session::end_requests(Stream& stream) {
  if (!stream.orders.empty()) return leave(stream);
  const auto listener = stream.listener;
  break_off(stream);
  listener->left();
}

void Session::forget_absent(Lease::Clock::time_point now) {
  std::erase_if(absent_, [now](const auto& stream) { return stream->lease.over(now); });
  for (const auto& stream : absent_) attend_at(stream->lease.end());
}

/// The stream, open or broken off, that a new one goes on from; null where nothing is missing.
Session::Stream* Session::stream_to_resume(const AttachOrder& order) const {
  if (!order.resumes()) return nullptr;
  const auto too_old = [&](const std::string& message) {
    const ServiceError error = conflict(Reason::kResumeTooOld, message);
    const std::string checkpoint = checkpoint_before(order.resume_from_step_index);
    return checkpoint.empty() ? error : error.with("checkpoint", checkpoint);
  };
  if (order.resume_from_step_index < 0 || order.resume_from_step_index > step_index()) {
    throw too_old(fmt::format("resume_from_step_index must be from 0 to {}, got {}", step_index(),
                              order.resume_from_step_index));
  }
  const auto same = [&](const auto& stream) { return stream->resume_token == order.resume_token; };
  for (const auto* list : {&streams_, &absent_}) {
    const auto found = std::find_if(list->begin(), list->end(), same);
    if (found == list->end()) continue;
    if (!(*found)->ring->covers(order.resume_from_step_index * step_ns())) {
      throw too_old(
          fmt::format("rows after step_index {} must be kept still", order.resume_from_step_index));
    }
    return found->get();
  }
  if (order.resume_from_step_index == step_index()) return nullptr;
  throw too_old(
      fmt::format("resume_token must be of a client whose lease is not over, or "
                  "resume_from_step_index {}, got {}",
                  step_index(), order.resume_from_step_index));
}

/// Name of the newest checkpoint at or before a step; empty where there is none.
std::string Session::checkpoint_before(std::int64_t step_index) const {
  const Checkpoint* newest = nullptr;
  for (const Checkpoint& checkpoint : checkpoints_) {
    const std::int64_t step = checkpoint.snapshot->state.step_index;
    if (step > step_index) continue;
    if (newest == nullptr || step >= newest->snapshot->state.step_index) newest = &checkpoint;
  }
  return newest == nullptr ? "" : name_ + "/checkpoints/" + newest->id;
}

/// What the new stream takes over from the one before it.
void Session::resume(Stream& stream, Stream& former) {
  const bool same = former.role == stream.role && former.participant_id == stream.participant_id &&
                    former.inputs == stream.inputs && former.outputs == stream.outputs &&
                    former.output_stride == stream.output_stride;
  if (!same) {
    throw bad_field("attach.resume_token", "must come with the role and the columns of its stream",
                    stream.participant_id);
  }
  stream.ring = former.ring;
  stream.next_sequence = former.next_sequence;
  stream.kept_watermark_ns =
      former.writer == nullptr ? former.kept_watermark_ns : former.writer->watermark_ns;
}

void Session::resend_rows(Stream& stream, std::int64_t step_index) {
  const auto resend = [&](std::int64_t time_ns, std::span<const double> values) {
    const auto row = stream.listener->add_row(time_ns, values.size());
    std::copy(values.begin(), values.end(), row.begin());
  };
  if (stream.ring) stream.ring->visit_after(step_index * step_ns(), resend);
  flush(stream, StepResult::kCommitted);
}

}  // namespace raftup::server
