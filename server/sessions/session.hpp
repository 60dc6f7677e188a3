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

/// One simulation in progress and the clients attached to it. A session consists of six parts:
/// recorded simulation, checkpoints, subscribers, tentative steps, schedule and streams. Each part
/// refers only to the parts before it in this list. The functions of this class involve several
/// parts; functions that involve a single part are called on that part. Thread safety: name(),
/// tenant(), key(), spec(), origin(), strand(), state(), measures(), consume_due_timers() and the
/// functions that a part declares as thread-safe may be called in any thread. All other functions
/// may be called only in the strand. A call that throws leaves the session unchanged. Functions
/// throw ServiceError, or Error where a lower layer fails.
class Session : public std::enable_shared_from_this<Session> {
 public:
  /// The properties with which the session was created; they do not change.
  struct Origin {
    /// Quota shares and meshes, which are released with the session.
    std::vector<std::shared_ptr<const void>> held;
    v1::SessionSpec spec;
    std::chrono::system_clock::time_point create_time;
    Findings record_findings;  ///< findings about the recorded wave elevations of the model
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

  /// The present model and state, read-only.
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
  /// Changes masses or added masses of bodies between two steps, see
  /// RecordedSimulation::change_bodies().
  void change_bodies(const std::function<void(solver::Simulation&)>& change);
  /// Moves the session to the state of a snapshot, which must come from a session of the same
  /// model. This must be the first change of the session.
  void start_from(const std::shared_ptr<const Snapshot>& snapshot);
  void terminate();
  /// Closes every stream and watcher with the error `reason`. The session takes no more steps.
  void close(const ServiceError& reason);
  /// Prepares the session for the end of the server. Advances in progress end at the step that the
  /// session has reached, and every stream receives a notice and is closed.
  void drain();

  /// Stores the steps taken so far, unless all of them are stored. Must be called before the server
  /// sends results of these steps to a client.
  /// @throws ServiceError(kStorageFull, kInternal)
  void write() {
    if (recorded_.written().step_index != recorded_.step_index()) tentative_steps_.commit();
  }

  // --- what no message triggers -----------------------------------------------------------------
  /// Returns true if serve_timers() is due. The function returns true once for each due time. A due
  /// time is reached when an Advance has waited for 100 ms, when a lease or the silence timeout of
  /// a participant has ended, or when rows that were held back for a watcher's frame interval may
  /// be sent. The call only loads a few atomic values, so that one thread can poll every session
  /// many times a second.
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
