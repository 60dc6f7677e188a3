/// @file Session: who is attached, what they write and what they are told.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "server/sessions/random_token.hpp"
#include "server/sessions/streams/session_stream.hpp"

namespace raftup::server {

namespace {

constexpr std::int64_t kCreditLimit = 4096;  ///< frames that a client may allow at once

void check_order(const AttachOrder& order) {
  if (order.output_stride < 0) {
    throw bad_field("attach.output_stride", "must not be negative",
                    std::to_string(order.output_stride));
  }
  if (order.credit < 1 || order.credit > kCreditLimit) {
    throw bad_field("attach.credit", fmt::format("must be from 1 to {}", kCreditLimit),
                    std::to_string(order.credit));
  }
  if (order.role == Role::kObserver && !order.inputs.empty()) {
    throw bad_field("attach.input_variables", "must be empty for an observer", order.inputs[0]);
  }
  if (order.role == Role::kParticipant && order.participant_id.empty()) {
    throw bad_field("attach.participant_id", "must be given for a participant", "");
  }
}

}  // namespace

Session::Stream* Session::stream_of(const InputWriter& writer) const {
  const auto found = std::find_if(streams_.begin(), streams_.end(),
                                  [&](const auto& stream) { return stream->writer == &writer; });
  return found == streams_.end() ? nullptr : found->get();
}

/// The open stream whose place a new one takes: by its token, or because its lease is over.
Session::Stream* Session::stream_to_replace(const AttachOrder& order) const {
  const bool controls = order.role == Role::kController;
  Stream* occupant = controls ? controller_ : nullptr;
  if (occupant == nullptr && order.role != Role::kObserver) {
    const InputWriter* writer = writers_.find(order.participant_id);
    if (writer != nullptr) occupant = stream_of(*writer);
  }
  if (occupant == nullptr) return nullptr;
  const bool over = occupant->lease.over(Lease::Clock::now());
  const bool knows = !order.resume_token.empty() && order.resume_token == occupant->resume_token;
  if (knows || (over && (!controls || order.take_over))) return occupant;
  if (occupant == controller_ && controls) {
    throw conflict(Reason::kControllerConflict, "a session must have one controller at a time");
  }
  return nullptr;
}

/// What a client is told on attaching must stand; one that writes is told of its samples, also of
/// those of a step that is being tried.
void Session::commit_for(const AttachOrder& order) {
  if (order.role == Role::kObserver) return commit();
  recorder_->commit(simulation_.state());
}

/// A stream with its columns, not yet part of the session.
std::unique_ptr<Session::Stream> Session::make_stream(const AttachOrder& order) const {
  auto stream = std::make_unique<Stream>(Lease(lease_duration_, Lease::Clock::now()));
  stream->participant_id = order.participant_id;
  stream->role = order.role;
  stream->inputs = inputs_.places(order.inputs, "attach.input_variables");
  stream->input_width = inputs_.width(stream->inputs);
  stream->outputs = outputs_.places(order.outputs.empty() ? default_outputs_ : order.outputs,
                                    "attach.output_variables");
  stream->output_width = outputs_.width(stream->outputs);
  stream->output_stride = order.output_stride == 0 ? default_output_stride_ : order.output_stride;
  stream->frame_credit = order.credit;
  stream->never_waits = order.never_waits;
  stream->state_hash = order.state_hash;
  if (order.role != Role::kObserver && !order.never_waits) {
    stream->resume_token = random_token();
    stream->ring.emplace(stream->output_width, time_ns());
  }
  return stream;
}

Session::Stream& Session::attach(const AttachOrder& order,
                                 std::shared_ptr<StreamListener> listener) {
  check_order(order);
  require_state(state_ == SessionState::kInitialized || state_ == SessionState::kRunning,
                "attaching");
  commit_for(order);
  Stream* const former = stream_to_resume(order);
  Stream* const replaced = stream_to_replace(order);
  auto stream = make_stream(order);
  stream->listener = std::move(listener);
  writers_.check_attach(order.participant_id, stream->inputs,
                        replaced == nullptr ? nullptr : replaced->writer);
  if (former != nullptr) resume(*stream, *former);
  if (replaced != nullptr) {
    log_taking_over(order);
    let_go(*replaced, conflict(Reason::kLeaseLost, "another stream has taken this one's place"));
  }
  std::erase_if(absent_, [&](const auto& other) {
    return other->role == order.role && other->participant_id == order.participant_id;
  });
  const bool controls = order.role == Role::kController;
  if (order.role != Role::kObserver) {
    // A call that never waits brings its samples along: its own inputs hold nothing.
    stream->writer =
        &writers_.attach(order.participant_id, stream->inputs, controls && !order.never_waits);
    stream->writer->watermark_ns =
        std::max(stream->writer->watermark_ns, stream->kept_watermark_ns);
  }
  hear(*stream);  // what it has to say to the others: its own first message is Attached
  streams_.push_back(std::move(stream));
  if (controls) {
    controller_ = streams_.back().get();
    lost_controller_announced_ = false;
  }
  attend_at(streams_.back()->lease.end());
  return *streams_.back();
}

void Session::log_taking_over(const AttachOrder& order) const {
  if (order.resumes()) {
    log(hydro::Severity::kInfo, "RESUMED", "a client has come back", order.participant_id);
  } else {
    log(hydro::Severity::kInfo, "TAKEN_OVER", "another client has taken a stream's place",
        order.participant_id);
  }
}

std::unique_ptr<Session::Stream> Session::take_out(Stream& stream) {
  if (controller_ == &stream) {
    end_wait();
    controller_ = nullptr;
    forget_tries();
  }
  if (stream.writer != nullptr) {
    stream.kept_watermark_ns = stream.writer->watermark_ns;
    writers_.detach(*std::exchange(stream.writer, nullptr));
  }
  const auto found = std::find_if(streams_.begin(), streams_.end(),
                                  [&](const auto& other) { return other.get() == &stream; });
  auto gone = std::move(*found);
  streams_.erase(found);
  return gone;
}

void Session::detach(Stream& stream) {
  take_out(stream);
  continue_advance();  // a participant without credit may have held the session
}

void Session::add_credit(Stream& stream, std::int64_t frames) {
  if (frames < 1 || stream.frame_credit + frames > kCreditLimit) {
    throw bad_field("credit.credit",
                    fmt::format("must be at least 1 and make at most {} in all", kCreditLimit),
                    std::to_string(frames));
  }
  stream.frame_credit += frames;
  const bool idle = controller_ == nullptr || controller_->orders.empty();
  if (&stream != controller_ && stream.pending_rows > 0 && (idle || wait_start_)) {
    commit();
    flush(stream, StepResult::kCommitted);
  }
  continue_advance();
}

void Session::flush(Stream& stream, StepResult result, const Tries& tries) const {
  FrameSummary summary;
  summary.step_index = step_index();
  summary.time_ns = time_ns();
  summary.result = result;
  summary.iteration = tries.count;
  summary.iteration_residual = tries.residual;
  if (!stream.orders.empty()) {
    summary.compute_ns = stream.orders.front().compute_ns;
    summary.wait_ns = stream.orders.front().wait_ns;
  }
  summary.input_credit = input_credit(stream);
  if (stream.state_hash) summary.state_hash = solver::state_hash(simulation_.state());
  summary.dropped_frame_count = std::exchange(stream.dropped_frames, 0);
  stream.pending_rows = 0;
  --stream.frame_credit;
  stream.listener->send_frame(summary);
}

/// Gives everybody but the controller the rows they have not seen.
void Session::flush_others(StepResult result) {
  for (const auto& stream : streams_) {
    if (stream.get() == controller_ || stream->pending_rows == 0) continue;
    if (stream->frame_credit > 0) {
      flush(*stream, result);
    } else if (!stream->holds_session()) {
      stream->listener->discard_rows();
      stream->pending_rows = 0;
      ++stream->dropped_frames;
      measures_->add_dropped_frames(DropCause::kNoCredit);
    }
  }
}

void Session::notify_all(hydro::Severity severity, const std::string& reason,
                         const std::string& message, const std::string& participant_id) {
  log(severity, reason, message, participant_id);
  for (const auto& stream : streams_) {
    stream->listener->send_notice({severity, reason, message, step_index()});
  }
  telemetry_.notify({severity, reason, message, step_index()});
}

void Session::forget_rows() {
  for (const auto& stream : streams_) {
    stream->listener->discard_rows();
    stream->pending_rows = 0;
    if (stream->ring) stream->ring->clear(time_ns());
  }
  for (const auto& stream : absent_) stream->ring->clear(time_ns());
  telemetry_.discard_rows();
}

}  // namespace raftup::server
