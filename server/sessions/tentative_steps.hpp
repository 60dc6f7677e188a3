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

/// Computes steps that are undone until their inputs are good enough, and the final steps that
/// follow. Either the controller requests such tries (tentative Advances), or the server repeats a
/// step until the values of the participants agree (Iteration). Nothing is committed while a step
/// is being tried: a server that is killed meanwhile restarts from the last committed step and
/// repeats the tries with the same results. Used in the session's strand only. Call order: check(),
/// prepare(), then try_advance() or next_step().
class TentativeSteps {
 public:
  /// @param rule rule of the iteration between participants; none if participants send every sample
  ///         once
  /// @param interruption cancellation that is checked within steps
  TentativeSteps(RecordedSimulation& recorded, Subscribers& subscribers, SessionMeasures& measures,
                 std::optional<IterationRule> rule, const Cancellation& interruption);

  /// True if participants send new samples after every try of a step.
  bool iterates() const { return iteration_.has_value(); }
  /// True if steps have been tried from the present state and have been neither committed nor
  /// dropped.
  bool in_progress() const;
  /// Drops all tries. To be called when the session has moved to another state.
  void forget();
  /// Commits and renews the snapshot of the recorded simulation. Does nothing while a step is being
  /// tried.
  void commit();

  /// Checks that a request for steps may follow the Advances in progress.
  /// @param orders Advances in progress
  /// @param has_samples true if the request contains input samples
  /// @throws ServiceError(kStepConflict, kBadField) if the request must be refused
  void check(const StepRequest& asked, const std::deque<AdvanceOrder>& orders,
             bool has_samples) const;
  /// Prepares the inputs of an accepted Advance. A commit uses the samples of the last try. Any
  /// other Advance uses new samples; if the controller has sent none, its samples of the last try
  /// are used again.
  void prepare(AdvanceOrder& order, AdvanceKind kind);

  /// Computes all steps of a tentative Advance, sends their rows and undoes the steps.
  /// @returns false if a step failed, and the error has then been sent to the controller, or if the
  ///         run has ended: FiredEvents::end()
  /// @throws Cancelled if a step was interrupted; the state is then unchanged
  bool try_advance(AdvanceOrder& order);

  enum class Outcome {
    kTaken,  ///< the step is final
    kTried,  ///< the step was undone; the next answers of the participants have not arrived yet
    /// The step failed, the state is unchanged, and the error has been sent to the controller.
    kFailed,
    kEnded,  ///< an event of the model has ended the run, the state is unchanged
  };
  /// Takes the next step. If the server iterates, the step is tried until the values of the
  /// participants agree, and then taken.
  /// @throws Cancelled if the step was interrupted; the state is then unchanged, and the iteration
  ///         of this step starts again
  Outcome next_step();
  /// Calls Subscribers::record_step() for a final step.
  /// @returns false if the outputs of the controller cannot be computed; the step then has no row,
  ///         and the error has been sent to the controller
  bool show_step();
  /// Ends the iteration of a step that has been taken.
  /// @param order updated with the largest number of tries and the largest residual
  /// @returns summary with the number of tries and the residual, for the frames of the participants
  FrameSummary finish_step(AdvanceOrder& order);

 private:
  enum class Agreement { kSettled, kTried, kFailed };

  /// The samples that a writer had sent when steps were tried.
  struct TriedInputs {
    InputWriter* writer = nullptr;
    std::int64_t watermark_ns = kNoWatermark;
    /// Watermark of the writer after it was allowed to send samples again.
    std::int64_t reopened_ns = kNoWatermark;
    std::vector<std::pair<std::size_t, solver::InputSeries>> series;

    /// True if the watermark of the writer has not changed since the try.
    bool untouched() const { return writer->watermark_ns == reopened_ns; }
  };
  /// The last tentative Advance, kept while the session is still at the start of its first step.
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
