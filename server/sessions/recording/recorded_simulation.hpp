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
#include "server/sessions/recording/input_writers.hpp"
#include "server/sessions/recording/session_name.hpp"
#include "server/sessions/recording/session_record.hpp"
#include "server/sessions/recording/session_recorder.hpp"
#include "server/sessions/recording/variable_index.hpp"
#include "solver/simulation/run/simulation.hpp"

namespace raftup::server {

/// Value of an input before the first step.
struct StartValue {
  std::string name;
  std::vector<double> values;
};

/// The deterministic core of a session: the simulation, its input samples, and the recorder of
/// both. Everything that influences later steps is a record. Records are applied by change() in a
/// live session and by replay() in a recovered one; both use the same functions, so that the same
/// records in the same order give the same bytes. A step is not a record of its own: the next
/// record or commit() tells the recorder how many steps were taken. Thread safety: state(),
/// written() and key() may be used anywhere, the rest in the session's strand only. A call
/// that throws changes nothing.
class RecordedSimulation {
 public:
  /// @param participants that were declared with the session
  /// @param strict       true if a step fails when it exceeds a limit of RunLimits
  RecordedSimulation(SessionKey key, solver::Simulation simulation, OutputColumns outputs,
                     std::vector<ParticipantDeclaration> participants, bool strict);

  const SessionKey& key() const { return key_; }
  SessionState state() const { return state_; }
  const solver::Simulation& simulation() const { return simulation_; }
  std::int64_t step_index() const { return simulation_.state().step_index; }
  std::int64_t time_ns() const { return simulation_.time_ns(); }
  std::int64_t step_ns() const { return simulation_.model().step_ns; }
  const VariableIndex& inputs() const { return variables_.inputs; }
  const OutputColumns& outputs() const { return variables_.outputs; }
  InputWriters& writers() { return writers_; }
  const InputWriters& writers() const { return writers_; }

  /// Reads variables.
  /// @param names of outputs, empty = those that the model selects; or of inputs alone, with the
  ///              values with which the next step starts
  std::vector<double> read(const std::vector<std::string>& names);
  /// Reads outputs of the present state.
  /// @throws SolverFailure if an output is not finite, with its name; Error if an output cannot be
  ///         computed in the present state
  void read(const Columns& columns, std::span<double> values);
  /// Returns the statistics that have been accumulated.
  /// @throws ServiceError(kWrongState) if the model declares no statistics
  solver::StatisticsReport statistics();

  // --- refusals ----------------------------------------------------------------------------------
  /// Refuses a call that the state of the session does not allow.
  /// @throws ServiceError(kWrongState) unless `allowed`
  void require_state(bool allowed, const std::string& what) const;
  /// An error with the name of the session and its present step.
  ServiceError conflict(Reason reason, const std::string& message) const;

  // --- what changes its future -------------------------------------------------------------------
  /// Applies and records a change. Everything except steps must be changed by this function.
  void change(const SessionRecord& record);
  /// Calls `change`, which may change masses and added masses of bodies between two steps. If it
  /// throws, nothing has changed.
  void change_bodies(const std::function<void(solver::Simulation&)>& change);
  /// CREATED -> INITIALIZED.
  void initialize(const std::vector<StartValue>& start_values);
  /// Takes one step.
  /// @throws Error if the step fails; the state is then unchanged
  void step();
  /// Takes the steps up to `step_index`, then applies the change that was recorded there.
  /// @throws Error(kDataLoss) if the steps give another result than the recorded one
  void replay(std::int64_t step_index, const SessionRecord& record);
  /// Ends stepping as a TerminatedRecord does, but without a record: a restart of the server undoes
  /// it.
  void close() { state_ = SessionState::kTerminated; }

  // --- what is kept ------------------------------------------------------------------------------
  /// Makes `recorder` record all further changes and steps.
  void record_to(std::unique_ptr<SessionRecorder> recorder);
  SessionRecorder& recorder() const { return *kept_.recorder; }
  std::shared_ptr<const Snapshot> snapshot() const;
  /// Stores all changes and steps. Must be called before a client learns of them.
  /// @throws what SessionRecorder::commit() throws
  void commit();
  /// A step of the session and its time.
  struct Moment {
    std::int64_t step_index = 0;
    std::int64_t time_ns = 0;
  };
  /// The step up to which commit() has stored the session. Clients must not learn of a later step,
  /// since a restart would lose it.
  Moment written() const { return kept_.written(); }
  /// Gives the recorder a new snapshot if it wants one. Must follow a commit().
  void renew_snapshot();

  // --- steps that are undone ---------------------------------------------------------------------
  /// Everything that steps change.
  struct Position {
    solver::State state;
    SessionState session_state;
  };
  Position position() const { return {simulation_.state(), state_}; }
  /// Returns to an earlier position; samples that have arrived since then are undone too.
  void return_to(const Position& position);
  /// Takes a few steps from `state` and returns to the present state.
  /// @throws Error if `state` is not a state of this model
  Verification verify(const solver::State& state);

 private:
  struct Change;  ///< applies a record
  struct Variables {
    VariableIndex inputs;
    OutputColumns outputs;
  };
  /// The recorder that stores the session beyond the process, and the moment up to which it has.
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
  Variables variables_;
  InputWriters writers_;
  bool strict_;
  std::atomic<SessionState> state_ = SessionState::kCreated;
  Kept kept_;
};

/// Reason for a failed step or a failed reading of outputs: kBeyondData or kSolverFailed.
Reason failure_reason(const Error& error);

}  // namespace raftup::server
