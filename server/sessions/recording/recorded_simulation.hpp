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

/// The deterministic core of a session: its simulation, the samples that came for it, and the
/// records of both. Whatever changes its future comes through change(), live, or replay(),
/// recovered; both apply it by the same functions, so that the same records in the same order
/// give the same bytes. Steps are no records of their own: they are told by the next record, or
/// commit(), that follows them.
/// Thread safety: state() and key() may be used anywhere, the rest in the session's strand only.
/// What throws leaves it as it was.
class RecordedSimulation {
 public:
  /// @param participants declared with the session
  /// @param strict       a step that passes a limit of linear water fails
  RecordedSimulation(SessionKey key, solver::Simulation simulation, OutputColumns outputs,
                     std::vector<ParticipantDeclaration> participants, bool strict);

  const SessionKey& key() const { return key_; }
  SessionState state() const { return state_; }
  const solver::Simulation& simulation() const { return simulation_; }
  std::int64_t step_index() const { return simulation_.state().step_index; }
  std::int64_t time_ns() const { return simulation_.time_ns(); }
  std::int64_t step_ns() const { return simulation_.model().step_ns; }
  const VariableIndex& inputs() const { return inputs_; }
  const OutputColumns& outputs() const { return outputs_; }
  InputWriters& writers() { return writers_; }
  const InputWriters& writers() const { return writers_; }

  /// @param names outputs, empty = the model's choice; or inputs alone, as the next step begins
  /// with
  std::vector<double> read(const std::vector<std::string>& names);
  /// @throws SolverFailure naming an output that is no finite number, Error where one cannot be
  ///         computed where the session stands
  void read(const Columns& columns, std::span<double> values);
  /// @throws ServiceError(kWrongState) where the model asks for none
  solver::StatisticsReport statistics();

  // --- refusals ----------------------------------------------------------------------------------
  /// @throws ServiceError(kWrongState) unless `allowed`
  void require_state(bool allowed, const std::string& what) const;
  /// An error that says which session it is, and where that stands.
  ServiceError conflict(Reason reason, const std::string& message) const;

  // --- what changes its future -------------------------------------------------------------------
  /// The only door for everything but steps.
  void change(const SessionRecord& record);
  /// Lets `change` give bodies other masses or added masses between two steps; where it throws,
  /// nothing has changed.
  void change_bodies(const std::function<void(solver::Simulation&)>& change);
  /// CREATED -> INITIALIZED.
  void initialize(const std::vector<StartValue>& start_values);
  /// @throws Error where the step fails; the state is then as before
  void step();
  /// Takes the steps up to `step_index`, then the change that was accepted there.
  /// @throws Error(kDataLoss) where the steps lead elsewhere than they did
  void replay(std::int64_t step_index, const SessionRecord& record);
  /// No more steps, as after a TerminatedRecord; a restart knows nothing of it.
  void close() { state_ = SessionState::kTerminated; }

  // --- what is kept ------------------------------------------------------------------------------
  /// From now on everything that changes its future is told to `recorder`.
  void record_to(std::unique_ptr<SessionRecorder> recorder);
  SessionRecorder& recorder() { return *recorder_; }
  std::shared_ptr<const Snapshot> snapshot() const;
  /// Before anybody is told of a step or a change.
  /// @throws what SessionRecorder::commit() throws
  void commit();
  /// A point of its motion.
  struct Moment {
    std::int64_t step_index = 0;
    std::int64_t time_ns = 0;
  };
  /// Up to where commit() has kept it: no later step may be told, since a restart would not know
  /// it.
  const Moment& written() const { return written_; }
  /// After a commit(), where the recorder wants one.
  void renew_snapshot();

  // --- steps that are undone ---------------------------------------------------------------------
  /// Where it stands: all that steps change.
  struct Position {
    solver::State state;
    SessionState session_state;
  };
  Position position() const { return {simulation_.state(), state_}; }
  /// Undoes the steps since; the samples that came since are undone too.
  void return_to(const Position& position);
  /// Steps on from `state` a little, and goes back to where it stands.
  /// @throws Error where it is no state of this model
  Verification verify(const solver::State& state);

 private:
  struct Change;  ///< applies a record

  void apply_interpolations();
  void step_strictly();

  SessionKey key_;
  solver::Simulation simulation_;
  VariableIndex inputs_;
  OutputColumns outputs_;
  InputWriters writers_;
  bool strict_;
  std::atomic<SessionState> state_ = SessionState::kCreated;
  std::unique_ptr<SessionRecorder> recorder_ = std::make_unique<NoRecorder>();
  Moment written_;
};

/// Why a step failed, or a row of outputs: kBeyondData or kSolverFailed.
Reason failure_reason(const Error& error);

}  // namespace raftup::server
