#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "server/sessions/advance_schedule.hpp"
#include "server/sessions/recording/recorded_simulation.hpp"
#include "server/sessions/session_checkpoints.hpp"
#include "server/sessions/session_setup.hpp"
#include "server/sessions/session_streams.hpp"
#include "server/sessions/subscribers.hpp"
#include "server/sessions/tentative_steps.hpp"
#include "server/sessions/work/strand.hpp"

namespace raftup::server {

/// One simulation in progress and the clients attached to it. The session consists of six parts:
/// recorded, checkpoints, subscribers, tentative steps, schedule and streams. Each part knows only
/// the parts before it. This class has the calls that concern several parts; a call that concerns a
/// single part is made on that part.
/// Thread safety: name(), tenant(), key(), spec(), origin(), strand(), state(), measures(),
/// consume_due_timers() and what its parts name may be used anywhere; everything else only inside
/// the strand. A call that throws leaves the session unchanged. It throws ServiceError, or Error where a lower layer fails.
class Session : public std::enable_shared_from_this<Session> {
 public:
  /// The properties with which the session was created; they do not change.
  struct Origin {
    std::vector<std::shared_ptr<const void>> held;  ///< quota shares and meshes in use
    v1::SessionSpec spec;
    std::chrono::system_clock::time_point create_time;
    Findings record_findings;  ///< see SessionSetup
    StatusWriter write_status;
  };

  Session(std::string name, SessionSetup setup, WorkerPool& pool);

  const std::string& name() const { return key().name; }
  const std::string& tenant() const { return key().tenant; }
  const SessionKey& key() const { return recorded_.key(); }
  const Origin& origin() const { return origin_; }
  const v1::SessionSpec& spec() const { return origin_.spec; }
  Strand& strand() { return strand_; }
  const std::shared_ptr<SessionMeasures>& measures() const { return measures_; }
  SessionState state() const { return recorded_.state(); }

  /// The present model and state, for reading only.
  const solver::Simulation& simulation() const { return recorded_.simulation(); }
  RecordedSimulation& recorded() { return recorded_; }
  const RecordedSimulation& recorded() const { return recorded_; }
  SessionCheckpoints& checkpoints() { return checkpoints_; }
  Subscribers& subscribers() { return subscribers_; }
  AdvanceSchedule& schedule() { return schedule_; }
  const AdvanceSchedule& schedule() const { return schedule_; }
  SessionStreams& streams() { return streams_; }

  // --- life -------------------------------------------------------------------------------------
  void initialize(const std::vector<StartValue>& start_values);
  void reset();
  void restore_checkpoint(const std::string& id);
  /// Changes bodies of the simulation, see RecordedSimulation::change_bodies().
  void change_bodies(const std::function<void(solver::Simulation&)>& change);
  /// Moves to the state of a snapshot that was taken of a session of the same model. This must be
  /// the first change of the session.
  void start_from(const std::shared_ptr<const Snapshot>& snapshot);
  void terminate();
  /// Closes every stream with `reason`. The session takes no more steps.
  void close(const ServiceError& reason);
  /// Prepares for the end of the server: Advances in progress end at their present step, and every
  /// stream gets a notice and is closed.
  void drain();

  /// Commits the steps taken so far, unless all are committed. Must be called before a client
  /// learns of them.
  /// @throws ServiceError(kStorageFull, kInternal)
  void write() {
    if (recorded_.written().step_index != recorded_.step_index()) tentative_steps_.commit();
  }

  // --- what no message triggers -----------------------------------------------------------------
  /// Returns true if serve_timers() is due; each due time is reported once. It is due when an
  /// Advance has waited for 100 ms, when a lease or the timeout of a silent participant has ended,
  /// or when rows that were held back for a watcher's frame interval may be sent. The call only
  /// loads a few atomic values, so that one thread can poll every session many times a second.
  bool consume_due_timers(Lease::Clock::time_point now);
  void serve_timers();

 private:
  void replace_state(const SessionRecord& record);

  Origin origin_;
  std::shared_ptr<SessionMeasures> measures_ = std::make_shared<SessionMeasures>();
  Strand strand_;
  RecordedSimulation recorded_;
  SessionCheckpoints checkpoints_;
  Subscribers subscribers_;
  TentativeSteps tentative_steps_;
  AdvanceSchedule schedule_;
  SessionStreams streams_;
};

}  // namespace raftup::server
