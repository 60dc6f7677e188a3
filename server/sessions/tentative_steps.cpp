#include "server/sessions/tentative_steps.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <utility>

#include "hydro/base/error.hpp"
#include "server/sessions/session_log.hpp"

namespace raftup::server {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

/// Since they run without a pause for other sessions.
constexpr std::int64_t kTentativeStepLimit = 100;

}  // namespace

TentativeSteps::TentativeSteps(RecordedSimulation& recorded, Subscribers& subscribers,
                               SessionMeasures& measures, std::optional<IterationRule> rule,
                               const Cancellation& interruption)
    : recorded_(recorded),
      subscribers_(subscribers),
      measures_(measures),
      interruption_(interruption) {
  if (rule) iteration_.emplace(std::move(*rule));
}

bool TentativeSteps::in_progress() const {
  return tentative_ || (iteration_ && iteration_->count() > 0);
}

void TentativeSteps::forget() {
  tentative_.reset();
  if (iteration_) iteration_->restart();
}

void TentativeSteps::commit() {
  if (in_progress()) return;
  recorded_.commit();
  recorded_.renew_snapshot();
}

// --- tentative Advances --------------------------------------------------------------------------

void TentativeSteps::check(const StepRequest& asked, const std::deque<AdvanceOrder>& orders,
                           bool has_samples) const {
  const bool alone = asked.kind == AdvanceKind::kFinal || orders.empty();
  if (!alone || (!orders.empty() && orders.front().tentative)) {
    throw recorded_.conflict(
        Reason::kStepConflict,
        "a tentative Advance and its commit must be the only ones in progress");
  }
  if (asked.kind == AdvanceKind::kCommit) {
    const bool follows = tentative_ && tentative_->step_index == asked.expected_step_index &&
                         tentative_->step_count == asked.step_count;
    if (!follows || has_samples) {
      throw recorded_.conflict(
          Reason::kStepConflict,
          "commit must follow a tentative Advance of the same steps, without inputs");
    }
  }
  if (asked.kind != AdvanceKind::kTentative) return;
  if (iteration_ && iteration_->by_server()) {
    throw bad_field("tentative",
                    "must be left out where SessionSpec.iteration lets the server iterate", "");
  }
  // A participant that iterates answers one step at a time.
  const std::int64_t limit = iteration_ ? 1 : kTentativeStepLimit;
  if (asked.step_count > limit) {
    throw bad_field("step_count", fmt::format("must be at most {} if tentative", limit),
                    std::to_string(asked.step_count));
  }
}

void TentativeSteps::prepare(AdvanceOrder& order, AdvanceKind kind) {
  order.tentative = kind == AdvanceKind::kTentative;
  if (kind == AdvanceKind::kCommit) {
    recall_tried_inputs();
    order.iteration = tentative_->tries;
  } else if (tentative_) {
    keep_samples_of_controller();
  }
}

bool TentativeSteps::try_advance(AdvanceOrder& order) {
  const std::int64_t start = recorded_.step_index();
  const bool again = tentative_ && tentative_->step_index == start;
  Tentative tentative{start, order.end_step - start, again ? tentative_->tries + 1 : 1, {}};
  order.iteration = tentative.tries;
  tentative.inputs = tried_inputs();
  FrameSummary summary;
  summary.iteration = tentative.tries;
  if (!try_steps(tentative.step_count, &order, summary)) return false;
  reopen_inputs(true);
  for (TriedInputs& tried : tentative.inputs) tried.reopened_ns = tried.writer->watermark_ns;
  tentative_ = std::move(tentative);
  return true;
}

/// Returns the samples of all participants that may send samples for the tried step again.
std::vector<TentativeSteps::TriedInputs> TentativeSteps::tried_inputs() const {
  std::vector<TriedInputs> all;
  for (const auto& writer : recorded_.writers().all()) {
    if (!may_send_again(*writer, true)) continue;
    TriedInputs& tried = all.emplace_back();
    tried.writer = writer.get();
    tried.watermark_ns = writer->watermark_ns;
    for (const std::size_t input : writer->declaration.inputs) {
      tried.series.emplace_back(input, recorded_.simulation().state().inputs[input]);
    }
  }
  return all;
}

/// Restores the samples of the last try in place of those that were sent since. They are written
/// like new samples, so that a journal contains them in this order.
void TentativeSteps::recall_tried_inputs() {
  for (const TriedInputs& tried : tentative_->inputs) {
    const bool untouched = tried.untouched();
    move_watermark(*tried.writer, tried.watermark_ns);
    if (untouched) continue;
    for (const auto& [input, series] : tried.series) recall_series(tried, input, series);
  }
}

void TentativeSteps::recall_series(const TriedInputs& tried, std::size_t input,
                                   const solver::InputSeries& series) {
  const std::string& id = tried.writer->declaration.participant_id;
  const std::int64_t first = tried.reopened_ns + 1;
  const auto begin = std::lower_bound(series.times_ns().begin(), series.times_ns().end(), first);
  const auto kept = static_cast<std::size_t>(series.times_ns().end() - begin);
  const auto width = static_cast<std::size_t>(series.width());
  if (kept > 0) {
    recorded_.change(SamplesRecord{id,
                                   {&input, 1},
                                   series.times_ns().last(kept),
                                   series.values().last(kept * width),
                                   tried.watermark_ns});
    return;
  }
  std::vector<double> values(width);
  // The value that was held after this time.
  series.evaluate(1e-9 * static_cast<double>(first), values);
  recorded_.change(SamplesRecord{id, {&input, 1}, {&first, 1}, values, tried.watermark_ns});
}

/// If the controller has sent no new samples, its former samples remain valid.
void TentativeSteps::keep_samples_of_controller() {
  for (const TriedInputs& tried : tentative_->inputs) {
    if (tried.writer == subscribers_.controller()->port.writer && tried.untouched()) {
      move_watermark(*tried.writer, tried.watermark_ns);
    }
  }
}

// --- iteration by the server ---------------------------------------------------------------------

TentativeSteps::Outcome TentativeSteps::next_step() {
  const bool by_server = iteration_ && iteration_->by_server();
  try {
    const Agreement agreement = by_server ? agree() : Agreement::kSettled;
    if (agreement == Agreement::kTried) return Outcome::kTried;
    if (agreement == Agreement::kFailed || !compute_step()) {
      return recorded_.events().end() ? Outcome::kEnded : Outcome::kFailed;
    }
  } catch (const Cancelled&) {
    if (by_server) iteration_->restart();
    throw;
  }
  tentative_.reset();
  return Outcome::kTaken;
}

/// Returns the newest values of the iterated inputs, one input after another.
VectorXd TentativeSteps::iterated_values() const {
  std::vector<double> values;
  for (const std::size_t input : iteration_->rule().inputs) {
    const solver::InputSeries& series = recorded_.simulation().state().inputs[input];
    const auto width = static_cast<std::size_t>(series.width());
    if (series.times_ns().empty()) {
      values.resize(values.size() + width, 0.0);
    } else {
      const std::span<const double> newest = series.values().last(width);
      values.insert(values.end(), newest.begin(), newest.end());
    }
  }
  return Eigen::Map<const VectorXd>(values.data(), static_cast<Eigen::Index>(values.size()));
}

/// Writes values for the next try in place of the newest samples.
void TentativeSteps::write_iterated_values(const VectorXd& values) {
  const double* next = values.data();
  for (const std::size_t input : iteration_->rule().inputs) {
    const solver::InputSeries& series = recorded_.simulation().state().inputs[input];
    const auto width = static_cast<std::size_t>(series.width());
    const std::int64_t time =
        series.times_ns().empty() ? recorded_.time_ns() : series.times_ns().back();
    const InputWriter& writer = recorded_.writers().owner(input);
    recorded_.change(SamplesRecord{writer.declaration.participant_id,
                                   {&input, 1},
                                   {&time, 1},
                                   {next, width},
                                   writer.watermark_ns});
    next += width;
  }
}

/// Makes one try of the next step, whose inputs are all present, or ends the iteration.
TentativeSteps::Agreement TentativeSteps::agree() {
  const auto notify_controller = [this](const std::string& message) {
    subscribers_.controller()->listener->step_failed(
        recorded_.conflict(Reason::kNotConverged, message), recorded_.step_index());
  };
  try {
    const Iteration::Verdict verdict = iteration_->judge(iterated_values());
    if (verdict == Iteration::Verdict::kTry) {
      write_iterated_values(iteration_->values());
      FrameSummary summary;
      summary.iteration = iteration_->count();
      summary.iteration_residual = iteration_->residual();
      if (try_steps(1, nullptr, summary)) {
        reopen_inputs(false);
        return Agreement::kTried;
      }
      iteration_->restart();
      return Agreement::kFailed;
    }
    if (iteration_->converged()) return Agreement::kSettled;
    const std::string message =
        fmt::format("residual must be at most {} within {} tries, got {}",
                    iteration_->rule().tolerance, iteration_->count(), iteration_->residual());
    subscribers_.notify_all(Severity::kWarning, "ITERATION_NOT_CONVERGED", message);
    if (verdict == Iteration::Verdict::kSettled) return Agreement::kSettled;
    notify_controller(message);
  } catch (const Error& error) {
    notify_controller(error.what());  // an input may refuse values between two answers
  }
  iteration_->restart();
  return Agreement::kFailed;
}

FrameSummary TentativeSteps::finish_step(AdvanceOrder& order) {
  FrameSummary summary;
  summary.iteration = order.iteration;
  if (!iteration_->by_server()) return summary;
  summary.iteration = iteration_->count();
  summary.iteration_residual = iteration_->residual();
  order.iteration = std::max(order.iteration, summary.iteration);
  order.iteration_residual = std::max(order.iteration_residual, summary.iteration_residual);
  iteration_->restart();
  return summary;
}

// --- what both do --------------------------------------------------------------------------------

bool TentativeSteps::may_send_again(const InputWriter& writer, bool tentative) const {
  return writer.declaration.iterates ||
         (tentative && &writer == subscribers_.controller()->port.writer);
}

/// Computes one step.
/// @returns false if the step failed, and the controller is then notified, or if the run has ended.
///         The state is then unchanged
bool TentativeSteps::compute_step() {
  try {
    const CancellationScope scope(interruption_);
    recorded_.step();
    return true;
  } catch (const solver::RunEnded&) {
    return false;  // FiredEvents::end() tells it
  } catch (const Error& error) {
    report_failure(error);
    return false;
  }
}

/// Reports to the controller why a step or its row failed. The first failure is also logged.
void TentativeSteps::report_failure(const Error& error) {
  if (measures_.failed_steps() == 0) {  // a client may try again and again
    log_event(recorded_, Severity::kError, "STEP_FAILED", error.what());
  }
  measures_.add_failed_step();
  subscribers_.controller()->listener->step_failed(
      recorded_.conflict(failure_reason(error), error.what()), recorded_.step_index());
}

bool TentativeSteps::show_step() {
  try {
    subscribers_.record_step();
    return true;
  } catch (const Error& error) {
    report_failure(error);
    return false;
  }
}

/// Adds the rows of a step that is only tried.
/// @returns false if outputs cannot be read; the controller is then notified
bool TentativeSteps::show_try(const std::vector<SessionStream*>& streams) {
  try {
    for (SessionStream* const stream : streams) {
      const bool controls = stream == subscribers_.controller();
      const bool due = recorded_.step_index() % stream->columns.stride == 0;
      if (!controls || due) subscribers_.add_row(*stream);
    }
    return true;
  } catch (const Error& error) {
    report_failure(error);
    return false;
  }
}

/// Returns the streams to which the rows of a try are sent.
/// @param tentative true if the controller requests the try, false if the server iterates
std::vector<SessionStream*> TentativeSteps::told(bool tentative) const {
  std::vector<SessionStream*> told;
  for (const auto& stream : subscribers_.streams()) {
    const bool controls = stream.get() == subscribers_.controller();
    if (controls ? tentative : stream->iterates()) told.push_back(stream.get());
  }
  return told;
}

/// Takes steps, sends their rows to the streams that may send samples again, and undoes the steps.
/// @param tentative the Advance of the controller, which also receives a frame; null if the server
///         iterates
/// @returns false if a step failed; the controller is then notified
bool TentativeSteps::try_steps(std::int64_t count, AdvanceOrder* tentative, FrameSummary summary) {
  const auto begin = Clock::now();
  const RecordedSimulation::Position start = recorded_.position();
  const std::vector<SessionStream*> streams = told(tentative != nullptr);
  bool done = true;
  try {
    for (std::int64_t step = 0; step < count && done; ++step) {
      done = compute_step() && show_try(streams);
    }
  } catch (const Cancelled&) {
    for (SessionStream* const stream : streams) stream->discard_rows();
    recorded_.return_to(start);
    throw;
  }
  const std::optional<solver::RunEnd>& end = recorded_.events().end();
  if (!done && end && end->step_index > start.state.step_index) {
    report_failure(solver::RunEnded(*end));  // the steps before the end are undone, too
  }
  if (tentative != nullptr) {
    tentative->compute_ns += std::chrono::duration_cast<nanoseconds>(Clock::now() - begin).count();
  }
  summary.result = StepResult::kTentative;
  for (SessionStream* const stream : streams) {
    if (!done) {
      stream->discard_rows();
      continue;
    }
    const bool controls = stream == subscribers_.controller();
    summary.compute_ns = controls ? tentative->compute_ns : 0;
    summary.wait_ns = controls ? tentative->wait_ns : 0;
    subscribers_.send_frame(*stream, summary);
  }
  recorded_.return_to(start);
  return done;
}

/// Changes the watermark of a participant without writing a sample.
void TentativeSteps::move_watermark(const InputWriter& writer, std::int64_t watermark_ns) {
  recorded_.change(SamplesRecord{writer.declaration.participant_id, {}, {}, {}, watermark_ns});
}

/// Lets the participants that may answer again send samples for the step that starts now.
void TentativeSteps::reopen_inputs(bool tentative) {
  const std::int64_t start = recorded_.time_ns();
  for (const auto& writer : recorded_.writers().all()) {
    if (!may_send_again(*writer, tentative)) continue;
    const std::int64_t needed =
        recorded_.writers().needed_watermark(*writer, start, start + recorded_.step_ns());
    if (writer->watermark_ns >= needed) move_watermark(*writer, needed - 1);
  }
}

}  // namespace raftup::server
