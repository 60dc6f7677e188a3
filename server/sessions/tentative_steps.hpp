#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "hydro/base/cancellation.hpp"
#include "server/sessions/advance_order.hpp"
#include "server/sessions/participants/iteration.hpp"
#include "server/sessions/subscribers.hpp"

namespace raftup::server {

/// Steps that are computed and undone until their inputs are good enough, and the final steps that
/// follow. Either the controller asks for this (tentative Advances), or the server repeats a step
/// until the participants agree (Iteration). Nothing is committed while a try is in progress, so a
/// server that is killed meanwhile restarts from the last committed step and repeats the tries with
/// the same results.
/// In the session's strand only. Call order: check(), prepare(), then try_advance() or next_step().
class TentativeSteps {
 public:
  /// @param rule         of the iteration by participants; none if they send every sample once
  /// @param interruption checked within steps
  TentativeSteps(RecordedSimulation& recorded, Subscribers& subscribers, SessionMeasures& measures,
                 std::optional<IterationRule> rule, const Cancellation& interruption);

  /// True if participants answer every try of a step.
  bool iterates() const { return iteration_.has_value(); }
  /// True if steps have been tried from the present state and neither committed nor dropped.
  bool in_progress() const;
  /// Drops all tries, because the session has moved to another state.
  void forget();
  /// Calls RecordedSimulation::commit() unless a try is in progress.
  void commit();

  /// Checks that an Advance may follow those in progress.
  /// @param orders Advances in progress
  /// @throws ServiceError(kStepConflict, kBadField) if it may not
  void check(const StepRequest& asked, const std::deque<AdvanceOrder>& orders,
             bool has_samples) const;
  /// Prepares the inputs of an accepted Advance: it uses new samples, or those of the last try if
  /// no new ones have come.
  void prepare(AdvanceOrder& order, AdvanceKind kind);

  /// Computes all steps of a tentative Advance, sends their rows and undoes them.
  /// @returns false if a step failed; the controller has then been informed
  /// @throws Cancelled if a step was interrupted; nothing has then changed
  bool try_advance(AdvanceOrder& order);

  enum class Outcome {
    kTaken,   ///< the step is final
    kTried,   ///< the step was undone; the answers of participants are to come
    kFailed,  ///< the state is unchanged, and the controller has been informed
  };
  /// Takes the next step. If participants iterate, tries it first until they agree.
  /// @throws Cancelled if the step was interrupted; the state is then unchanged, and the
  ///         iteration of this step starts again
  Outcome next_step();
  /// Calls Subscribers::record_step() for a final step.
  /// @returns false if the outputs of the controller cannot be read; the step then stays without a
  ///          row, and the controller has been informed
  bool show_step();
  /// Ends the iteration of a step that has been taken.
  /// @param order takes the largest number of tries
  /// @returns number of tries and residual, for the frames of the participants
  FrameSummary finish_step(AdvanceOrder& order);

 private:
  enum class Agreement { kSettled, kTried, kFailed };

  /// The samples that a writer had sent when steps were tried.
  struct TriedInputs {
    InputWriter* writer = nullptr;
    std::int64_t watermark_ns = kNoWatermark;
    std::int64_t reopened_ns = kNoWatermark;  ///< its watermark when it may send again
    std::vector<std::pair<std::size_t, solver::InputSeries>> series;

    /// True if the writer has sent nothing since the try.
    bool untouched() const { return writer->watermark_ns == reopened_ns; }
  };
  /// The last tentative Advance, kept while the session is at its first step.
  struct Tentative {
    std::int64_t step_index = 0;
    std::int64_t step_count = 0;
    std::int64_t tries = 0;
    std::vector<TriedInputs> inputs;
  };

  bool may_send_again(const InputWriter& writer, bool tentative) const;
  std::vector<TriedInputs> tried_inputs() const;
  void recall_tried_inputs();
  void recall_series(const TriedInputs& tried, std::size_t input,
                     const solver::InputSeries& series);
  void keep_samples_of_controller();
  void move_watermark(const InputWriter& writer, std::int64_t watermark_ns);
  void reopen_inputs(bool tentative);

  VectorXd iterated_values() const;
  void write_iterated_values(const VectorXd& values);
  Agreement agree();
  bool compute_step();
  void report_failure(const Error& error);
  bool show_try(const std::vector<SessionStream*>& streams);
  std::vector<SessionStream*> told(bool tentative) const;
  bool try_steps(std::int64_t count, AdvanceOrder* tentative, FrameSummary summary);

  RecordedSimulation& recorded_;
  Subscribers& subscribers_;
  SessionMeasures& measures_;
  std::optional<Iteration> iteration_;
  const Cancellation& interruption_;
  std::optional<Tentative> tentative_;
};

}  // namespace raftup::server
