#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "hydro/base/error.hpp"
#include "server/base/service_error.hpp"
#include "server/sessions/recording/checkpoint.hpp"
#include "server/sessions/recording/fired_events.hpp"
#include "server/sessions/recording/input_writers.hpp"
#include "server/sessions/recording/session_name.hpp"
#include "server/sessions/recording/session_record.hpp"
#include "server/sessions/recording/session_recorder.hpp"
#include "server/sessions/recording/variable_index.hpp"
#include "solver/simulation/run/simulation.hpp"

namespace raftup::server {

/// The value of an input before the first step.
struct StartValue {
  std::string name;
  std::vector<double> values;
};

/// The inputs and outputs of a session, and what its events have done.
struct RecordedVariables {
  VariableIndex inputs;
  OutputColumns outputs;
  FiredEvents events = {};
};

/// The deterministic core of a session: the simulation, its input samples, and the recorder that
/// stores changes of both. Everything that influences later steps is a record. change() applies
/// records in a live session and replay() applies them in a recovered session; both call the same
/// functions, so that the same records in the same order give the same bytes. A step is not a
/// record of its own: the recorder obtains the number of steps taken with the next record or
/// commit(). Thread safety: state(), written() and key() may be called in any thread, all other
/// functions only in the session's strand. A call that throws changes nothing.
class RecordedSimulation {
 public:
  /// @param participants participants that were declared when the session was created
  /// @param strict true if a step that exceeds a limit of RunLimits fails
  RecordedSimulation(SessionKey key, solver::Simulation simulation, OutputColumns outputs,
                     std::vector<ParticipantDeclaration> participants, bool strict);

  const SessionKey& key() const { return key_; }
  SessionState state() const { return state_; }
  const solver::Simulation& simulation() const { return simulation_; }
  std::int64_t step_index() const { return simulation_.state().step_index; }
  std::int64_t time_ns() const { return simulation_.time_ns(); }
  std::int64_t step_ns() const { return simulation_.model().step_ns; }
  const RecordedVariables& variables() const { return variables_; }
  InputWriters& writers() { return writers_; }
  const InputWriters& writers() const { return writers_; }

  /// Reads the present values of variables.
  /// @param names names of outputs; empty = the outputs that the model selects. If all names are
  ///         names of inputs, the values of these inputs at the start of the next step are
  ///         returned.
  std::vector<double> read(const std::vector<std::string>& names);
  /// Reads outputs of the present state.
  /// @param values [columns.width]
  /// @throws SolverFailure naming the output if a value is not finite; Error if an output cannot be
  ///         computed in the present state
  void read(const Columns& columns, std::span<double> values);
  /// Returns the statistics of the outputs that have been accumulated so far.
  /// @throws ServiceError(kWrongState) if the model declares no statistics
  solver::StatisticsReport statistics();

  const FiredEvents& events() const { return variables_.events; }

  // --- refusals ----------------------------------------------------------------------------------
  /// Throws unless `allowed`. Called with the condition that a call places on the state of the
  /// session.
  /// @param what name of the call, for the message of the error
  /// @throws ServiceError(kWrongState)
  void require_state(bool allowed, const std::string& what) const;
  /// Makes an error that contains the name of the session and its present step index.
  ServiceError conflict(Reason reason, const std::string& message) const;

  // --- what changes its future -------------------------------------------------------------------
  /// Applies and records a change. Every change of the session except a step must be made with this
  /// function.
  void change(const SessionRecord& record);
  /// Calls `change`, which may change masses and added masses of bodies between two steps, and
  /// records the new state. If `change` throws, nothing has changed.
  void change_bodies(const std::function<void(solver::Simulation&)>& change);
  /// Writes the start values of inputs and moves the session from state CREATED to INITIALIZED.
  void initialize(const std::vector<StartValue>& start_values);
  /// Takes one step.
  /// @throws RunEnded if an event has ended the run; Error if the step fails. The state is then
  ///         unchanged
  void step();
  /// Takes the steps up to `step_index` and then applies a recorded change.
  /// @throws Error(kDataLoss) if the steps give another result than the recorded one
  void replay(std::int64_t step_index, const SessionRecord& record);
  /// Sets the state to TERMINATED without a record, so that the session can take steps again after
  /// a restart of the server.
  void close() { state_ = SessionState::kTerminated; }

  // --- what is kept ------------------------------------------------------------------------------
  /// Makes `recorder` record all later changes and steps.
  void record_to(std::unique_ptr<SessionRecorder> recorder);
  SessionRecorder& recorder() const { return *kept_.recorder; }
  std::shared_ptr<const Snapshot> snapshot() const;
  /// Stores all changes and steps. Must be called before results of these steps are sent to a
  /// client.
  /// @throws ServiceError as SessionRecorder::commit() does
  void commit();
  /// An index of a step and the simulation time at which this step starts.
  struct Moment {
    std::int64_t step_index = 0;
    std::int64_t time_ns = 0;
  };
  /// The step up to which commit() has stored the session. Results of later steps must not be sent
  /// to clients, since a restart of the server would lose these steps.
  Moment written() const { return kept_.written(); }
  /// Stores a new snapshot if the recorder requests one. Must follow a commit().
  void renew_snapshot();

  // --- steps that are undone ---------------------------------------------------------------------
  /// The values that steps change, so that steps can be undone.
  struct Position {
    solver::State state;
    SessionState session_state;
  };
  Position position() const { return {simulation_.state(), state_}; }
  /// Returns to an earlier position. Samples that have arrived since then are removed too.
  void return_to(const Position& position);
  /// Takes up to 4 steps from `state`, and then returns to the present state.
  /// @returns the number of steps that succeeded and the hash of the state after them
  /// @throws Error if `state` is not a state of this model
  Verification verify(const solver::State& state);

 private:
  struct Change;  ///< function object that applies a record
  /// The recorder that stores the session, and the step up to which the session is stored.
  struct Kept {
    std::unique_ptr<SessionRecorder> recorder = std::make_unique<NoRecorder>();
    std::int64_t step_ns = 0;
    std::atomic<std::int64_t> written_step = 0;

    Moment written() const {
      const std::int64_t step = written_step;
      return {step, step * step_ns};
    }
  };

  SessionKey key_;
  solver::Simulation simulation_;
  RecordedVariables variables_;
  InputWriters writers_;
  bool strict_;
  std::atomic<SessionState> state_ = SessionState::kCreated;
  Kept kept_;
};

/// The reason that is reported to clients for a failed step or a failed reading of outputs:
/// kBeyondData for an Error(kOutOfRange), otherwise kSolverFailed.
Reason failure_reason(const Error& error);

}  // namespace raftup::server
