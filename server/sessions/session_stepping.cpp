/// @file Session: how Advances become steps.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hydro/error.hpp"
#include "server/sessions/streams/session_stream.hpp"

namespace raftup::server {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

constexpr std::int64_t kStepLimit = 100000;   ///< of one Advance
constexpr std::int64_t kValueLimit = 400000;  ///< of one frame: 3.2 MB, below gRPC's 4 MiB
constexpr std::size_t kAdvanceLimit = 256;    ///< ahead of the session
/// Work below this is done in the thread that read the message: handing over costs as much.
constexpr nanoseconds kInlineCost = std::chrono::microseconds(30);
/// A session gives others their turn after this long.
constexpr nanoseconds kSlice = std::chrono::milliseconds(2);
constexpr int kStepsBetweenClockReads = 16;

}  // namespace

void Session::check_advance(const Stream& stream, std::int64_t expected, std::int64_t count) const {
  if (stream.role != Role::kController) {
    throw bad_field("advance", "must come from the controller", "");
  }
  require_state(state_ != SessionState::kTerminated, "Advance");
  if (count < 1 || count > kStepLimit) {
    throw bad_field("advance.step_count", fmt::format("must be from 1 to {}", kStepLimit),
                    std::to_string(count));
  }
  const std::int64_t rows = count / stream.output_stride + 1;
  if (rows * static_cast<std::int64_t>(stream.output_width) > kValueLimit) {
    throw bad_field("advance.step_count",
                    fmt::format("must store at most {} values: fewer steps, fewer columns or a "
                                "larger output_stride",
                                kValueLimit),
                    std::to_string(count));
  }
  if (stream.orders.size() >= kAdvanceLimit) {
    throw conflict(Reason::kQuotaAdvances,
                   fmt::format("Advances must be at most {} ahead", kAdvanceLimit));
  }
  const std::int64_t planned = stream.orders.empty() ? step_index() : stream.orders.back().end_step;
  if (expected != planned) {
    throw conflict(Reason::kStepConflict,
                   fmt::format("expected_step_index must be {}, got {}", planned, expected));
  }
  const std::int64_t stop = spec_.stop_time_ns();
  if (stop > 0 && (expected + count) * step_ns() > stop) {
    throw conflict(Reason::kPastStopTime, fmt::format("steps must end by stop_time_ns {}, got {}",
                                                      stop, (expected + count) * step_ns()));
  }
}

void Session::advance(Stream& stream, const StepRequest& asked,
                      const std::optional<InputSamples>& samples) {
  check_advance(stream, asked.expected_step_index, asked.step_count);
  check_kind(stream, asked, samples.has_value());
  if (samples) store_inputs(stream, *samples);
  AdvanceOrder order{asked.expected_step_index, asked.expected_step_index + asked.step_count,
                     stream.heard};
  order.tentative = asked.kind == AdvanceKind::kTentative;
  if (asked.kind == AdvanceKind::kCommit) {
    recall_tried_inputs();
    order.iteration = tentative_->tries;
  } else if (tentative_) {
    keep_samples_of_controller();
  }
  stream.orders.push_back(order);
  continue_advance();
}

/// Short work at once, long work in the pool.
void Session::continue_advance() {
  if (slice_posted_ || controller_ == nullptr || controller_->orders.empty()) return;
  const std::int64_t foreseen =
      mean_step_cost_ns_ * (controller_->orders.front().end_step - step_index());
  if (foreseen <= kInlineCost.count()) {
    run_slice();
    return;
  }
  post_slice();
}

void Session::post_slice() {
  slice_posted_ = true;
  strand_.post([self = shared_from_this()] {
    self->slice_posted_ = false;
    self->run_slice();
  });
}

bool Session::may_start_advance() const {
  return std::all_of(streams_.begin(), streams_.end(), [](const auto& stream) {
    return !stream->holds_session() || stream->frame_credit > 0;
  });
}

void Session::run_slice() {
  const auto end = Clock::now() + kSlice;
  while (controller_ != nullptr && !controller_->orders.empty()) {
    if (!wait_start_ && !may_start_advance()) return;  // add_credit() goes on
    if (telemetry_.holds_session()) return;            // go_on() does
    switch (take_steps(end)) {
      case Progress::kDone:
        finish_advance(StepResult::kCommitted);
        break;
      case Progress::kTried:
        end_order(StepResult::kTentative);
        break;
      case Progress::kFailed:
        finish_advance(StepResult::kDiscarded);
        break;
      case Progress::kWaiting:
        begin_wait();
        return;
      case Progress::kLetGo:
        return;
      case Progress::kSliceOver:
        if (!telemetry_.empty()) {
          if (!commit_or_let_go()) return;
          telemetry_.publish(simulation_);
        }
        post_slice();
        return;
    }
  }
}

Session::Progress Session::take_steps(Clock::time_point end) {
  AdvanceOrder& order = controller_->orders.front();
  if (order.tentative) return take_tentative_steps(order);
  const bool by_server = iteration_ && iteration_->by_server();
  const auto start = Clock::now();
  std::int64_t taken = 0;
  Progress progress = Progress::kDone;
  while (step_index() < order.end_step) {
    const bool reads_clock = taken % kStepsBetweenClockReads == kStepsBetweenClockReads - 1;
    if (telemetry_.full() || (reads_clock && Clock::now() > end)) {
      progress = Progress::kSliceOver;
      break;
    }
    const std::int64_t next = time_ns() + step_ns();
    const bool released =
        !paused_ && (writers_.released(time_ns(), next) || stand_in(time_ns(), next));
    if (!released || (iteration_ && !may_start_advance())) {
      progress = Progress::kWaiting;
      break;
    }
    end_wait();
    const Attempt attempt = by_server ? attempt_step() : Attempt::kSettled;
    if (attempt == Attempt::kTried) continue;
    if (attempt == Attempt::kFailed || !take_step()) {
      progress = Progress::kFailed;
      break;
    }
    tentative_.reset();
    ++taken;
    record_step();
    if (iteration_ && !finish_iteration(order)) return Progress::kLetGo;
  }
  const auto spent = std::chrono::duration_cast<nanoseconds>(Clock::now() - start).count();
  order.compute_ns += spent;
  times_.compute += nanoseconds(spent);
  if (taken > 0) learn_step_cost(spent / taken);
  return progress;
}

/// A step that was interrupted says little about the next: no cost counts more than twice the mean.
void Session::learn_step_cost(std::int64_t cost_ns) {
  if (mean_step_cost_ns_ == 0) mean_step_cost_ns_ = cost_ns;
  mean_step_cost_ns_ = (7 * mean_step_cost_ns_ + std::min(cost_ns, 2 * mean_step_cost_ns_)) / 8;
  measures_->set_step_cost(step_ns(), mean_step_cost_ns_);
}

/// @returns false where the step failed; the state is then as before and the controller knows.
bool Session::take_step() {
  try {
    step_once();
    return true;
  } catch (const Error& error) {
    const Reason reason =
        error.code() == ErrorCode::kOutOfRange ? Reason::kBeyondData : Reason::kSolverFailed;
    if (measures_->failed_steps() == 0) {  // a client may try again and again
      log(hydro::Severity::kError, "STEP_FAILED", error.what());
    }
    measures_->add_failed_step();
    controller_->listener->step_failed(conflict(reason, error.what()), step_index());
    return false;
  }
}

void Session::record_step() {
  const std::int64_t index = step_index();
  for (const auto& stream : streams_) {
    if (index % stream->output_stride != 0) continue;
    const auto row = add_row(*stream);
    if (stream->ring) stream->ring->add_row(time_ns(), row);
  }
  telemetry_.record(simulation_);
  for (const auto& stream : absent_) {
    if (index % stream->output_stride != 0) continue;
    simulation_.read(stream->outputs, stream->ring->add_row(time_ns()));
  }
}

void Session::close_frames() {
  for (const auto& stream : streams_) {
    if (stream->ring) stream->ring->close_frame();
  }
  for (const auto& stream : absent_) stream->ring->close_frame();
}

/// Adds where the session stands to the stream's next frame.
std::span<double> Session::add_row(Stream& stream) {
  const auto row = stream.listener->add_row(time_ns(), stream.output_width);
  simulation_.read(stream.outputs, row);
  ++stream.pending_rows;
  return row;
}

void Session::finish_advance(StepResult result) {
  end_wait();
  if (!commit_or_let_go()) return;
  flush_others(result);
  telemetry_.publish(simulation_);
  close_frames();
  const AdvanceOrder& order = controller_->orders.front();
  flush(*controller_, result, {order.iteration, order.iteration_residual});
  measure(order);
  end_order(result);
}

void Session::measure(const AdvanceOrder& order) const {
  const std::int64_t whole =
      std::chrono::duration_cast<nanoseconds>(Clock::now() - order.heard).count();
  measures_->add_steps(step_index() - order.start_step,
                       {order.compute_ns, order.wait_ns, whole - order.compute_ns - order.wait_ns});
}

void Session::end_order(StepResult result) {
  Stream& stream = *controller_;
  stream.orders.pop_front();
  if (result == StepResult::kDiscarded && !stream.orders.empty()) {
    // What was ordered on top of a step that failed cannot be meant any more.
    let_go(stream, conflict(Reason::kStepConflict, "an Advance before this one was cut short"));
  } else if (stream.leaving && stream.orders.empty()) {
    leave(stream);
  }
}

/// Ends what the controller has ordered where it stands.
void Session::cut_advances_short() {
  if (controller_ == nullptr || controller_->orders.empty()) return;
  controller_->orders.resize(1);
  finish_advance(StepResult::kEarlyReturn);
}

void Session::let_go(Stream& stream, const ServiceError& error) {
  const auto listener = stream.listener;
  detach(stream);
  listener->close(error);
}

void Session::let_all_go(const ServiceError& error) {
  end_wait();
  controller_ = nullptr;
  forget_tries();
  const auto streams = std::move(streams_);
  streams_.clear();
  for (const auto& stream : streams) {
    if (stream->writer != nullptr) writers_.detach(*stream->writer);
    stream->listener->close(error);
  }
}

void Session::leave(Stream& stream) {
  if (!stream.orders.empty()) {
    stream.leaving = true;
    return;
  }
  const auto listener = stream.listener;
  detach(stream);
  listener->left();
}

void Session::begin_wait() {
  if (!commit_or_let_go()) return;
  flush_others(StepResult::kCommitted);
  telemetry_.publish(simulation_);
  if (controller_->never_waits) {
    let_go(*controller_, paused_
                             ? conflict(Reason::kWrongState, "the session is paused")
                             : conflict(Reason::kWaitingForInputs,
                                        "required participants have not delivered their samples"));
    return;
  }
  if (!wait_start_) {
    wait_start_ = Clock::now();
    waiting_since_ns_ = wait_start_->time_since_epoch().count();
  }
}

void Session::end_wait() {
  if (!wait_start_) return;
  const auto waited = std::chrono::duration_cast<nanoseconds>(Clock::now() - *wait_start_);
  times_.wait += waited;
  measures_->add_barrier_wait(waited.count());
  if (controller_ != nullptr && !controller_->orders.empty()) {
    controller_->orders.front().wait_ns += waited.count();
  }
  wait_start_.reset();
  waiting_since_ns_ = 0;
}

}  // namespace raftup::server
