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

/// Steps that are tried and undone, by the controller (tentative Advances) or until participants
/// agree (Iteration), and those that are then taken for good. While something is being tried
/// nobody is told of anything but what was committed before; a server that is killed then comes
/// back without the tries, so that it finds the values that it would have found.
/// In the session's strand only. Call order: check(), prepare(), then try_advance() or next_step().
class TentativeSteps {
 public:
  /// @param rule         none = participants send every sample once
  /// @param interruption looked at within steps
  TentativeSteps(RecordedSimulation& recorded, Subscribers& subscribers, SessionMeasures& measures,
                 std::optional<IterationRule> rule, const Cancellation& interruption);

  /// Participants answer every try of a step.
  bool iterates() const { return iteration_.has_value(); }
  /// Something has been tried from where the session stands, and neither taken nor forgotten.
  bool in_progress() const;
  /// Nothing has been tried from where the session stands now.
  void forget();
  /// RecordedSimulation::commit() unless a try is in progress.
  void commit();

  /// @param orders in progress
  /// @throws ServiceError(kStepConflict, kBadField) where the Advance must not follow them
  void check(const StepRequest& asked, const std::deque<AdvanceOrder>& orders,
             bool has_samples) const;
  /// An Advance has been accepted: its samples are those of the last try, or new ones.
  void prepare(AdvanceOrder& order, AdvanceKind kind);

  /// Tries all steps of a tentative Advance, tells of them and undoes them.
  /// @returns false where a step failed; the controller then knows
  /// @throws Cancelled where a step was interrupted: as if it had not been called
  bool try_advance(AdvanceOrder& order);

  enum class Outcome {
    kTaken,   ///< for good
    kTried,   ///< and undone; answers are to come
    kFailed,  ///< the state is as before, and the controller knows
  };
  /// Takes the next step, or tries it until participants agree.
  /// @throws Cancelled where the step was interrupted: the state is as before, and participants
  ///         agree on the step from the beginning
  Outcome next_step();
  /// Subscribers::record_step() of a step that was taken for good.
  /// @returns false where the controller's outputs cannot be read there: the step stands, without a
  ///          row, and the controller knows
  bool show_step();
  /// A step of participants that iterate has been taken: how, for the Advance and for their frames.
  FrameSummary finish_step(AdvanceOrder& order);

 private:
  enum class Agreement { kSettled, kTried, kFailed };

  /// What a writer had sent when steps were tried.
  struct TriedInputs {
    InputWriter* writer = nullptr;
    std::int64_t watermark_ns = kNoWatermark;
    std::int64_t reopened_ns = kNoWatermark;  ///< its watermark after the try
    std::vector<std::pair<std::size_t, solver::InputSeries>> series;

    /// It has sent nothing since.
    bool untouched() const { return writer->watermark_ns == reopened_ns; }
  };
  /// The last tentative Advance, while the session stands where it began.
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
