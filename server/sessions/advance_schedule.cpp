#include "server/sessions/advance_schedule.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hydro/base/error.hpp"
#include "server/sessions/participants/substitution.hpp"
#include "server/sessions/session_log.hpp"

namespace raftup::server {

namespace {

using std::chrono::nanoseconds;

constexpr std::int64_t kStepLimit = 100000;  ///< steps of one Advance
/// Values of one frame; 3.2 MB, below gRPC's limit of 4 MiB.
constexpr std::int64_t kValueLimit = 400000;
constexpr std::size_t kAdvanceLimit = 256;  ///< Advances that may wait
/// Work that is expected to take less time is done in the thread that has read the message, since
/// passing it to another thread would cost as much.
constexpr nanoseconds kInlineCost = std::chrono::microseconds(30);
/// Time after which a session lets other sessions use its thread.
constexpr nanoseconds kSlice = std::chrono::milliseconds(2);
/// If steps have exceeded their slice by this time, they are written at once, so that calls for the
/// status return them.
constexpr nanoseconds kLongStep = std::chrono::milliseconds(20);
constexpr int kStepsBetweenClockReads = 16;  ///< if steps are short compared with a slice

std::int64_t ns_since(AdvanceSchedule::Clock::time_point start) {
  return std::chrono::duration_cast<nanoseconds>(AdvanceSchedule::Clock::now() - start).count();
}

void check_count(std::int64_t count, const Columns& columns) {
  if (count < 1 || count > kStepLimit) {
    throw bad_field("step_count", fmt::format("must be from 1 to {}", kStepLimit),
                    std::to_string(count));
  }
  const std::int64_t rows = count / columns.stride + 1;
  if (rows * static_cast<std::int64_t>(columns.width) > kValueLimit) {
    throw bad_field("step_count",
                    fmt::format("must store at most {} values: fewer steps, fewer columns or a "
                                "larger output_stride",
                                kValueLimit),
                    std::to_string(count));
  }
}

/// Adds the times of a finished Advance to the measures.
void measure(const AdvanceOrder& order, std::int64_t step_index, SessionMeasures& measures) {
  const std::int64_t whole = ns_since(order.asked_at);
  measures.add_steps(std::max(step_index - order.start_step, std::int64_t{0}),
                     {order.compute_ns, order.wait_ns, whole - order.compute_ns - order.wait_ns});
}

/// Takes the next step. The end of the run is told once.
/// @returns nothing if the step was interrupted by an urgent task of the session; it is taken again
///         afterwards if an Advance still requests it
std::optional<TentativeSteps::Outcome> next_step(TentativeSteps& tentative_steps,
                                                 const RecordedSimulation& recorded,
                                                 StepNotifications& notifications) {
  const bool has_ended = recorded.events().end().has_value();
  try {
    const TentativeSteps::Outcome outcome = tentative_steps.next_step();
    if (outcome == TentativeSteps::Outcome::kEnded && !has_ended) notifications.note_end(recorded);
    return outcome;
  } catch (const Cancelled&) {
    return std::nullopt;
  }
}

/// Checks whether an Advance may be added.
/// @param orders       Advances that are in progress or wait
/// @param stop_time_ns latest end of a step [ns]; 0 for no limit
void check_order(const SessionStream& stream, const StepRequest& asked,
                 const RecordedSimulation& recorded, const std::deque<AdvanceOrder>& orders,
                 std::int64_t stop_time_ns) {
  if (stream.role != Role::kController) {
    throw bad_field("", "must come from the controller", "");
  }
  recorded.require_state(recorded.state() != SessionState::kTerminated, "Advance");
  check_count(asked.step_count, stream.columns);
  if (orders.size() >= kAdvanceLimit) {
    throw recorded.conflict(Reason::kQuotaAdvances,
                            fmt::format("Advances must be at most {} ahead", kAdvanceLimit));
  }
  const std::int64_t expected = asked.expected_step_index;
  const std::int64_t planned = orders.empty() ? recorded.step_index() : orders.back().end_step;
  // Advances that a client has sent before it knew that the run has ended are answered, too.
  const bool too_late = recorded.events().end() && expected > planned;
  if (expected != planned && !too_late) {
    throw recorded.conflict(
        Reason::kStepConflict,
        fmt::format("expected_step_index must be {}, got {}", planned, expected));
  }
  const std::int64_t end = (expected + asked.step_count) * recorded.step_ns();
  if (stop_time_ns > 0 && end > stop_time_ns) {
    throw recorded.conflict(
        Reason::kPastStopTime,
        fmt::format("steps must end by stop_time_ns {}, got {}", stop_time_ns, end));
  }
}

/// Returns true if all inputs and credit that the next step needs are present. Values of silent
/// participants are replaced.
bool may_take_step(RecordedSimulation& recorded, const TentativeSteps& tentative_steps,
                   const Subscribers& subscribers) {
  const std::int64_t start = recorded.time_ns();
  const std::int64_t end = start + recorded.step_ns();
  if (!recorded.writers().released(start, end) && !substitute_samples(recorded, start, end)) {
    return false;
  }
  return !tentative_steps.iterates() || subscribers.has_credit();
}

/// Sends the row of a finished step to the participants that iterate.
void send_to_iterating(const FrameSummary& summary, Subscribers& subscribers) {
  for (const auto& stream : subscribers.streams()) {
    const bool controls = stream.get() == subscribers.controller();
    if (stream->iterates() && !controls) subscribers.send_frame(*stream, summary);
  }
}

}  // namespace

AdvanceSchedule::AdvanceSchedule(RecordedSimulation& recorded, Subscribers& subscribers,
                                 TentativeSteps& tentative_steps, SessionMeasures& measures,
                                 std::int64_t stop_time_ns, Post post,
                                 PublishedStatus::Write write_status)
    : recorded_(recorded),
      subscribers_(subscribers),
      tentative_steps_(tentative_steps),
      measures_(measures),
      orders_{{}, stop_time_ns},
      slices_(std::move(post), std::move(write_status)),
      wait_(recorded, subscribers) {}

// --- Advances -----------------------------------------------------------------------------------

void AdvanceSchedule::advance(SessionStream& stream, const StepRequest& asked,
                              const std::optional<InputSamples>& samples) {
  check_order(stream, asked, recorded_, orders_.queue, orders_.stop_time_ns);
  tentative_steps_.check(asked, orders_.queue, samples.has_value());
  if (samples) accept_samples(recorded_, stream.port, *samples);
  AdvanceOrder order{asked.expected_step_index, asked.expected_step_index + asked.step_count,
                     stream.last_message};
  tentative_steps_.prepare(order, asked.kind);
  orders_.queue.push_back(order);
  proceed();
}

void AdvanceSchedule::proceed() {
  if (slices_.posted() || orders_.queue.empty()) return;
  // The cost of the first step is unknown, so that it never runs in a thread that reads messages.
  const std::int64_t steps = orders_.queue.front().end_step - recorded_.step_index();
  if (cost_.mean().count() > 0 && cost_.foreseen(steps) <= kInlineCost) {
    run_slice();
    return;
  }
  slices_.post([this] { run_slice(); });
}

void AdvanceSchedule::Slices::post(Task slice) {
  posted_ = true;
  post_([this, slice = std::move(slice)] {
    posted_ = false;
    slice();
  });
}

/// Runs steps until the end of the time slice. An error closes the streams of this session only. An
/// exception that left a task of the pool would end the server.
void AdvanceSchedule::run_slice() {
  const bool within_another = slices_.at_work.exchange(true);
  try {
    slices_.status.renew(PublishedStatus::Clock::now());
    serve_orders(Clock::now() + kSlice);
  } catch (const ServiceError& error) {
    evict_all(recorded_.conflict(error.reason(), error.what()));
  } catch (const std::exception& error) {
    log_event(recorded_, Severity::kError, "ADVANCE_FAILED", error.what());
    evict_all(recorded_.conflict(Reason::kInternal, error.what()));
  }
  slices_.at_work = within_another;
}

void AdvanceSchedule::serve_orders(Clock::time_point end) {
  while (!orders_.queue.empty()) {
    if (!waiting() && !subscribers_.has_credit()) return;  // new credit calls proceed()
    // A watcher that catches up calls proceed().
    if (subscribers_.telemetry().holds_session()) return;
    switch (run_steps(end)) {
      case Progress::kDone:
        finish_advance(StepResult::kCommitted);
        break;
      case Progress::kTried:
        end_order(StepResult::kTentative);
        break;
      case Progress::kFailed:
        finish_advance(StepResult::kDiscarded);
        break;
      case Progress::kEnded:
        finish_advance(StepResult::kEnded);
        break;
      case Progress::kWaiting:
        begin_wait();
        return;
      case Progress::kEvicted:
        return;
      case Progress::kSliceOver:
        if (Clock::now() > end + kLongStep && !commit_or_evict_all()) return;
        if (show_late_rows()) slices_.post([this] { run_slice(); });
        return;
    }
    if (Clock::now() > end && !orders_.queue.empty() && !slices_.posted()) {
      return slices_.post([this] { run_slice(); });
    }
  }
}

bool AdvanceSchedule::show_late_rows() {
  if (subscribers_.telemetry().empty() && !notifications_.full()) return true;
  if (!commit_or_evict_all()) return false;
  subscribers_.telemetry().publish(recorded_);
  return true;
}

AdvanceSchedule::Progress AdvanceSchedule::run_steps(Clock::time_point end) {
  AdvanceOrder& order = orders_.queue.front();
  if (order.tentative) return run_tentative_steps(order);
  if (recorded_.step_index() == order.start_step) notifications_.begin(recorded_.simulation());
  const auto start = Clock::now();
  std::int64_t taken = 0;
  const bool short_steps =
      cost_.mean().count() > 0 && kStepsBetweenClockReads * cost_.mean() < kSlice;
  const int between_reads = short_steps ? kStepsBetweenClockReads : 1;
  Progress progress = Progress::kDone;
  while (recorded_.step_index() < order.end_step) {
    const bool reads_clock = taken > 0 && taken % between_reads == 0;
    const bool full = subscribers_.telemetry().full() || notifications_.full();
    if (full || (reads_clock && Clock::now() > end)) {
      progress = Progress::kSliceOver;
      break;
    }
    const bool over = recorded_.events().end().has_value();  // no step follows to write inputs for
    if (over || orders_.paused || !may_take_step(recorded_, tentative_steps_, subscribers_)) {
      progress = over ? Progress::kEnded : Progress::kWaiting;
      break;
    }
    end_wait();
    const std::optional<TentativeSteps::Outcome> outcome =
        next_step(tentative_steps_, recorded_, notifications_);
    if (!outcome || outcome == TentativeSteps::Outcome::kEnded) {
      progress = outcome ? Progress::kEnded : Progress::kSliceOver;
      break;
    }
    if (outcome == TentativeSteps::Outcome::kTried) continue;
    const bool failed = outcome == TentativeSteps::Outcome::kFailed;
    if (!failed) ++taken;
    if (failed || !tentative_steps_.show_step()) {
      progress = Progress::kFailed;
      break;
    }
    notifications_.note(recorded_);
    if (!tentative_steps_.iterates()) continue;
    const FrameSummary summary = tentative_steps_.finish_step(order);
    if (!commit_or_evict_all()) return Progress::kEvicted;
    send_to_iterating(summary, subscribers_);
  }
  const std::int64_t spent = ns_since(start);
  order.compute_ns += spent;
  cost_.add(nanoseconds(spent), taken);
  if (taken > 0) measures_.set_step_cost(recorded_.step_ns(), cost_.mean().count());
  return progress;
}

AdvanceSchedule::Progress AdvanceSchedule::run_tentative_steps(AdvanceOrder& order) {
  const std::int64_t last =
      (order.end_step - 1 - recorded_.step_index()) * recorded_.step_ns() + recorded_.time_ns();
  if (orders_.paused || !recorded_.writers().released(last, last + recorded_.step_ns()) ||
      !subscribers_.has_credit()) {
    return Progress::kWaiting;
  }
  end_wait();
  const std::int64_t before = order.compute_ns;
  try {
    const bool done = tentative_steps_.try_advance(order);
    cost_.add(nanoseconds(order.compute_ns - before), 0);
    if (done) return Progress::kTried;
    return recorded_.events().end() ? Progress::kEnded : Progress::kFailed;
  } catch (const Cancelled&) {
    return Progress::kSliceOver;
  }
}

void AdvanceSchedule::finish_advance(StepResult result) {
  end_wait();
  if (!commit_or_evict_all()) return;
  subscribers_.send_frames(result);
  subscribers_.telemetry().publish(recorded_);
  subscribers_.close_frames();
  const AdvanceOrder& order = orders_.queue.front();
  FrameSummary summary;
  summary.result = result;
  summary.compute_ns = order.compute_ns;
  summary.wait_ns = order.wait_ns;
  summary.iteration = order.iteration;
  summary.iteration_residual = order.iteration_residual;
  subscribers_.send_frame(*subscribers_.controller(), summary);
  measure(order, recorded_.step_index(), measures_);
  end_order(result);
}

void AdvanceSchedule::end_order(StepResult result) {
  SessionStream& stream = *subscribers_.controller();
  orders_.queue.pop_front();
  if (result == StepResult::kDiscarded && !orders_.queue.empty()) {
    // Advances that were requested after a failed one are not valid any more.
    evict(stream,
          recorded_.conflict(Reason::kStepConflict, "an Advance before this one was cut short"));
  } else if (stream.leaving && orders_.queue.empty()) {
    leave(stream);
  }
}

void AdvanceSchedule::cut_short() {
  if (orders_.queue.empty()) return;
  orders_.queue.resize(1);
  finish_advance(StepResult::kEarlyReturn);
}

void AdvanceSchedule::require_idle(const std::string& call) const {
  recorded_.require_state(idle(), call + " during an Advance");
}

SessionTimes AdvanceSchedule::times() const { return {cost_.total(), wait_.total(Clock::now())}; }

/// Commits the steps taken and sends notifications.
/// @returns false if the steps could not be stored; every stream has then been closed with the
///         reason
bool AdvanceSchedule::commit_or_evict_all() {
  try {
    tentative_steps_.commit();
    notifications_.send(recorded_, subscribers_);
    return true;
  } catch (const ServiceError& error) {
    evict_all(recorded_.conflict(error.reason(), error.what())
                  .with("step_index", std::to_string(recorded_.written().step_index)));
    return false;
  }
}

}  // namespace raftup::server
