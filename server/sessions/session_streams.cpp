/// @file Session: who is attached, what they write and what they are told.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "server/sessions/session_stream.hpp"

namespace raftup::server {

namespace {

constexpr std::size_t kSampleLimit = 262144;  ///< of one input ahead of the session
constexpr std::int64_t kCreditLimit = 4096;   ///< frames that a client may allow at once

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

Session::Stream& Session::attach(const AttachOrder& order,
                                 std::shared_ptr<StreamListener> listener) {
  check_order(order);
  require_state(state_ == SessionState::kInitialized || state_ == SessionState::kRunning,
                "attaching");
  if (order.role == Role::kController && controller_ != nullptr) {
    throw conflict(Reason::kControllerConflict, "a session must have one controller at a time");
  }
  auto stream = std::make_unique<Stream>();
  stream->listener = std::move(listener);
  stream->role = order.role;
  stream->inputs = inputs_.places(order.inputs, "attach.input_variables");
  stream->input_width = inputs_.width(stream->inputs);
  stream->outputs = outputs_.places(order.outputs.empty() ? default_outputs_ : order.outputs,
                                    "attach.output_variables");
  stream->output_width = outputs_.width(stream->outputs);
  stream->output_stride = order.output_stride == 0 ? default_output_stride_ : order.output_stride;
  stream->frame_credit = order.credit;
  stream->never_waits = order.never_waits;
  const bool controls = order.role == Role::kController;
  if (order.role != Role::kObserver) {
    // A call that never waits brings its samples along: its own inputs hold nothing.
    stream->writer =
        &writers_.attach(order.participant_id, stream->inputs, controls && !order.never_waits);
  }
  streams_.push_back(std::move(stream));
  if (controls) controller_ = streams_.back().get();
  return *streams_.back();
}

void Session::detach(Stream& stream) {
  if (controller_ == &stream) {
    end_wait();
    controller_ = nullptr;
  }
  if (stream.writer != nullptr) writers_.detach(*stream.writer);
  const auto same = [&](const auto& other) { return other.get() == &stream; };
  streams_.erase(std::find_if(streams_.begin(), streams_.end(), same));
  continue_advance();  // a participant without credit may have held the session
}

void Session::check_samples(const Stream& stream, const InputSamples& samples) const {
  if (stream.inputs.empty()) {
    throw bad_field("inputs", "must come from a stream that named input_variables", "");
  }
  const std::size_t expected = samples.times_ns.size() * stream.input_width;
  if (samples.values.size() != expected) {
    throw bad_field("inputs.values", fmt::format("must have {} values", expected),
                    std::to_string(samples.values.size()));
  }
  for (std::size_t i = 0; i < samples.values.size(); ++i) {
    if (!std::isfinite(samples.values[i])) {
      throw bad_field(fmt::format("inputs.values[{}]", i), "must be finite",
                      fmt::format("{}", samples.values[i]));
    }
  }
  // What is interpolated must not change the past; a held input counts from the start of the next
  // step on, so a sample inside the step that has just ended is in time.
  std::int64_t latest = stream.writer->watermark_ns;
  const bool past_matters = step_index() > 0 && !writers_.held(*stream.writer);
  if (past_matters) latest = std::max(latest, time_ns() - 1);
  for (std::size_t i = 0; i < samples.times_ns.size(); ++i) {
    if (samples.times_ns[i] <= latest) {
      throw bad_field(fmt::format("inputs.sample_time_ns[{}]", i),
                      fmt::format("must be later than {} ns", latest),
                      fmt::format("{} ns", samples.times_ns[i]));
    }
    latest = samples.times_ns[i];
  }
  if (static_cast<std::size_t>(input_credit(stream)) < samples.times_ns.size()) {
    throw conflict(Reason::kQuotaSamples,
                   fmt::format("samples must be at most {} ahead of the session", kSampleLimit));
  }
}

void Session::check_watermark(const Stream& stream, const InputSamples& samples) const {
  if (!samples.watermark_ns) return;
  const std::int64_t watermark = *samples.watermark_ns;
  if (watermark < stream.writer->watermark_ns) {
    throw bad_field("inputs.watermark_ns",
                    fmt::format("must not go back from {} ns", stream.writer->watermark_ns),
                    fmt::format("{} ns", watermark));
  }
  const std::int64_t newest =
      samples.times_ns.empty() ? stream.writer->watermark_ns : samples.times_ns.back();
  if (!writers_.held(*stream.writer) && watermark > newest) {
    throw bad_field("inputs.watermark_ns",
                    fmt::format("must not pass the newest sample, {} ns, of an input that is "
                                "interpolated",
                                newest),
                    fmt::format("{} ns", watermark));
  }
}

void Session::write_inputs(Stream& stream, const InputSamples& samples) {
  store_inputs(stream, samples);
  continue_advance();
}

void Session::store_inputs(Stream& stream, const InputSamples& samples) {
  if (!stream.never_waits) {
    if (samples.sequence < 1) {
      throw bad_field("inputs.sequence", "must be at least 1", std::to_string(samples.sequence));
    }
    if (samples.sequence < stream.next_sequence) return;  // a retry
    if (samples.sequence > stream.next_sequence) {
      throw conflict(Reason::kSequenceGap, fmt::format("inputs.sequence must be {}, got {}",
                                                       stream.next_sequence, samples.sequence));
    }
  }
  check_samples(stream, samples);
  check_watermark(stream, samples);
  const double* values = samples.values.data();
  for (const std::int64_t time : samples.times_ns) {
    const std::int64_t effective = step_index() > 0 ? std::max(time, time_ns()) : time;
    for (const std::size_t input : stream.inputs) {
      const auto size = static_cast<std::size_t>(simulation_.inputs()[input].size);
      simulation_.write_input(input, effective, {values, size});
      values += size;
    }
  }
  ++stream.next_sequence;
  if (stream.never_waits) return;
  const std::int64_t newest =
      samples.times_ns.empty() ? stream.writer->watermark_ns : samples.times_ns.back();
  stream.writer->watermark_ns =
      std::max(stream.writer->watermark_ns, samples.watermark_ns.value_or(newest));
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
    flush(stream, StepResult::kCommitted);
  }
  continue_advance();
}

int Session::input_credit(const Stream& stream) const {
  if (stream.inputs.empty()) return 0;
  std::size_t most = 0;
  for (const std::size_t input : stream.inputs) {
    most = std::max(most, simulation_.state().inputs[input].times_ns().size());
  }
  return static_cast<int>(kSampleLimit - std::min(most, kSampleLimit));
}

void Session::flush(Stream& stream, StepResult result) const {
  FrameSummary summary;
  summary.step_index = step_index();
  summary.time_ns = time_ns();
  summary.result = result;
  if (!stream.orders.empty()) {
    summary.compute_ns = stream.orders.front().compute_ns;
    summary.wait_ns = stream.orders.front().wait_ns;
  }
  summary.input_credit = input_credit(stream);
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
    }
  }
}

void Session::notify_all(hydro::Severity severity, const std::string& reason,
                         const std::string& message) {
  for (const auto& stream : streams_) {
    stream->listener->send_notice({severity, reason, message, step_index()});
  }
}

void Session::forget_rows() {
  for (const auto& stream : streams_) {
    stream->listener->discard_rows();
    stream->pending_rows = 0;
  }
}

}  // namespace raftup::server
