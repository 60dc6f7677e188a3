/// @file Session: steps that are tried and undone, by the controller or until participants agree.
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hydro/error.hpp"
#include "server/sessions/streams/session_stream.hpp"

namespace raftup::server {

namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::nanoseconds;

constexpr std::int64_t kTentativeStepLimit = 100;  ///< they are taken without giving way

}  // namespace

// --- tentative Advances --------------------------------------------------------------------------

void Session::check_kind(const Stream& stream, const StepRequest& asked, bool has_samples) const {
  const auto& orders = stream.orders;
  const bool alone = asked.kind == AdvanceKind::kFinal || orders.empty();
  if (!alone || (!orders.empty() && orders.front().tentative)) {
    throw conflict(Reason::kStepConflict,
                   "a tentative Advance and its commit must be the only ones in progress");
  }
  if (asked.kind == AdvanceKind::kCommit) {
    const bool follows = tentative_ && tentative_->step_index == asked.expected_step_index &&
                         tentative_->step_count == asked.step_count;
    if (!follows || has_samples) {
      throw conflict(Reason::kStepConflict,
                     "commit must follow a tentative Advance of the same steps, without inputs");
    }
  }
  if (asked.kind != AdvanceKind::kTentative) return;
  if (iteration_ && iteration_->by_server()) {
    throw bad_field("advance.tentative",
                    "must be left out where SessionSpec.iteration lets the server iterate", "");
  }
  // Who answers every try does so one step at a time.
  const std::int64_t limit = iteration_ ? 1 : kTentativeStepLimit;
  if (asked.step_count > limit) {
    throw bad_field("advance.step_count", fmt::format("must be at most {} if tentative", limit),
                    std::to_string(asked.step_count));
  }
}

Session::Progress Session::take_tentative_steps(AdvanceOrder& order) {
  const std::int64_t count = order.end_step - step_index();
  const std::int64_t last = time_ns() + (count - 1) * step_ns();
  if (paused_ || !writers_.released(last, last + step_ns()) || !may_start_advance()) {
    return Progress::kWaiting;
  }
  end_wait();
  const bool again = tentative_ && tentative_->step_index == step_index();
  Tentative tentative{step_index(), count, again ? tentative_->tries + 1 : 1, {}};
  order.iteration = tentative.tries;
  const auto inputs = tried_inputs();
  if (!try_steps(count, true, {tentative.tries, 0.0})) return Progress::kFailed;
  reopen_inputs(true);
  tentative.inputs = inputs;
  for (TriedInputs& tried : tentative.inputs) tried.reopened_ns = tried.writer->watermark_ns;
  tentative_ = std::move(tentative);
  return Progress::kTried;
}

/// What those who may send again have sent.
std::vector<Session::TriedInputs> Session::tried_inputs() const {
  std::vector<TriedInputs> all;
  for (const auto& writer : writers_.all()) {
    if (!may_send_again(*writer, true)) continue;
    TriedInputs& tried = all.emplace_back();
    tried.writer = writer.get();
    tried.watermark_ns = writer->watermark_ns;
    for (const std::size_t input : writer->declaration.inputs) {
      tried.series.emplace_back(input, simulation_.state().inputs[input]);
    }
  }
  return all;
}

/// Puts the samples that the last try had in the place of what has come since. They are accepted
/// like any others, so that a journal has them in this order.
void Session::recall_tried_inputs() {
  for (const TriedInputs& tried : tentative_->inputs) {
    const bool untouched = tried.writer->watermark_ns == tried.reopened_ns;
    move_watermark(*tried.writer, tried.watermark_ns);
    if (untouched) continue;
    const std::string& id = tried.writer->declaration.participant_id;
    for (const auto& [input, series] : tried.series) {
      const std::int64_t first = tried.reopened_ns + 1;
      const auto begin =
          std::lower_bound(series.times_ns().begin(), series.times_ns().end(), first);
      const auto kept = static_cast<std::size_t>(series.times_ns().end() - begin);
      const auto width = static_cast<std::size_t>(series.width());
      if (kept > 0) {
        change(SamplesRecord{id,
                             {&input, 1},
                             series.times_ns().last(kept),
                             series.values().last(kept * width),
                             tried.watermark_ns});
        continue;
      }
      std::vector<double> values(width);
      series.evaluate(1e-9 * static_cast<double>(first), values);  // what held on
      change(SamplesRecord{id, {&input, 1}, {&first, 1}, values, tried.watermark_ns});
    }
  }
}

bool Session::tries_in_progress() const {
  return tentative_ || (iteration_ && iteration_->count() > 0);
}

/// Nothing has been tried from where the session stands now.
void Session::forget_tries() {
  tentative_.reset();
  if (iteration_) iteration_->restart();
}

/// A controller that sends nothing new means the samples that it has sent.
void Session::keep_samples_of_controller() {
  for (const TriedInputs& tried : tentative_->inputs) {
    const bool untouched = tried.writer->watermark_ns == tried.reopened_ns;
    if (tried.writer == controller_->writer && untouched) {
      move_watermark(*tried.writer, tried.watermark_ns);
    }
  }
}

// --- iteration by the server ---------------------------------------------------------------------

/// What the participants have written into the iterated inputs, one after another.
VectorXd Session::iterated_values() const {
  std::vector<double> values;
  for (const std::size_t input : iteration_->rule().inputs) {
    const solver::InputSeries& series = simulation_.state().inputs[input];
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

/// Writes values to try in the place of the newest samples.
void Session::write_iterated_values(const VectorXd& values) {
  const double* next = values.data();
  for (const std::size_t input : iteration_->rule().inputs) {
    const solver::InputSeries& series = simulation_.state().inputs[input];
    const auto width = static_cast<std::size_t>(series.width());
    const std::int64_t time = series.times_ns().empty() ? time_ns() : series.times_ns().back();
    InputWriter& writer = writers_.owner(input);
    change(SamplesRecord{writer.declaration.participant_id,
                         {&input, 1},
                         {&time, 1},
                         {next, width},
                         writer.watermark_ns});
    next += width;
  }
}

/// One try of the next step, all that it needs being there.
Session::Attempt Session::attempt_step() {
  try {
    const Iteration::Verdict verdict = iteration_->judge(iterated_values());
    if (verdict == Iteration::Verdict::kTry) {
      write_iterated_values(iteration_->values());
      if (try_steps(1, false, {iteration_->count(), iteration_->residual()})) {
        reopen_inputs(false);
        return Attempt::kTried;
      }
      iteration_->restart();
      return Attempt::kFailed;
    }
    if (iteration_->converged()) return Attempt::kSettled;
    const std::string message =
        fmt::format("residual must be at most {} within {} tries, got {}",
                    iteration_->rule().tolerance, iteration_->count(), iteration_->residual());
    notify_all(hydro::Severity::kWarning, "ITERATION_NOT_CONVERGED", message);
    if (verdict == Iteration::Verdict::kSettled) return Attempt::kSettled;
    controller_->listener->step_failed(conflict(Reason::kNotConverged, message), step_index());
  } catch (const Error& error) {
    // Values between answers need not be such as an input takes.
    controller_->listener->step_failed(conflict(Reason::kNotConverged, error.what()), step_index());
  }
  iteration_->restart();
  return Attempt::kFailed;
}

/// A step has been taken for good: says how, and who iterates gets its row.
/// @returns false where nobody may be told, as commit_or_let_go()
bool Session::finish_iteration(AdvanceOrder& order) {
  Tries tries{order.iteration, 0.0};
  if (iteration_->by_server()) {
    tries = {iteration_->count(), iteration_->residual()};
    order.iteration_residual = std::max(order.iteration_residual, tries.residual);
    order.iteration = std::max(order.iteration, tries.count);
    iteration_->restart();
  }
  if (!commit_or_let_go()) return false;
  for (const auto& stream : streams_) {
    const bool iterates = stream->writer != nullptr && stream->writer->declaration.iterates;
    if (iterates && stream.get() != controller_) flush(*stream, StepResult::kCommitted, tries);
  }
  return true;
}

// --- what both do --------------------------------------------------------------------------------

bool Session::may_send_again(const InputWriter& writer, bool tentative) const {
  return writer.declaration.iterates || (tentative && &writer == controller_->writer);
}

/// Takes steps, sends their rows to those who may send again, and undoes them.
/// @param tentative the controller gets a frame too
/// @returns false where a step failed; the controller then knows
bool Session::try_steps(std::int64_t count, bool tentative, const Tries& tries) {
  const auto begin = Clock::now();
  const solver::State start = simulation_.state();
  const SessionState life = state_;
  std::vector<Stream*> told;
  for (const auto& stream : streams_) {
    const bool controls = stream.get() == controller_;
    if (controls ? tentative : stream->writer != nullptr && stream->writer->declaration.iterates) {
      told.push_back(stream.get());
    }
  }
  bool done = true;
  for (std::int64_t step = 0; step < count && done; ++step) {
    done = take_step();
    if (!done) break;
    for (Stream* const stream : told) {
      if (stream != controller_ || step_index() % stream->output_stride == 0) add_row(*stream);
    }
  }
  if (tentative) {
    const auto spent = std::chrono::duration_cast<nanoseconds>(Clock::now() - begin);
    controller_->orders.front().compute_ns += spent.count();
    times_.compute += spent;
  }
  for (Stream* const stream : told) {
    if (done) {
      flush(*stream, StepResult::kTentative, tries);
    } else {
      stream->listener->discard_rows();
      stream->pending_rows = 0;
    }
  }
  simulation_.restore(start);
  state_ = life;
  return done;
}

/// As if the writer had said so, without a sample.
void Session::move_watermark(const InputWriter& writer, std::int64_t watermark_ns) {
  change(SamplesRecord{writer.declaration.participant_id, {}, {}, {}, watermark_ns});
}

/// Lets those who may send again send samples for the step that starts now.
void Session::reopen_inputs(bool tentative) {
  for (const auto& writer : writers_.all()) {
    if (!may_send_again(*writer, tentative)) continue;
    const std::int64_t needed =
        writers_.needed_watermark(*writer, time_ns(), time_ns() + step_ns());
    if (writer->watermark_ns >= needed) move_watermark(*writer, needed - 1);
  }
}

}  // namespace raftup::server
