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
#include "server/sessions/subscribers.hpp"
#include "server/sessions/tentative_steps.hpp"
#include "server/sessions/work/strand.hpp"

namespace raftup::server {

/// One simulation in progress and everybody attached to it: its five owners, and the calls that
/// concern more than one of them. A call that concerns one goes to that one. Each owner knows only
/// those before it: recorded, checkpoints, subscribers, tentative steps, schedule.
/// Thread safety: name(), tenant(), key(), spec(), create_time(), strand(), state(), measures() and
/// consume_due_timers() may be used anywhere; everything else only inside the strand. What throws
/// leaves the session as it was. Errors are ServiceError, and Error from below.
class Session : public std::enable_shared_from_this<Session> {
 public:
  Session(std::string name, SessionSetup setup, WorkerPool& pool);

  const std::string& name() const { return key().name; }
  const std::string& tenant() const { return key().tenant; }
  const SessionKey& key() const { return recorded_.key(); }
  const v1::SessionSpec& spec() const { return spec_; }
  std::chrono::system_clock::time_point create_time() const { return create_time_; }
  Strand& strand() { return strand_; }
  const std::shared_ptr<SessionMeasures>& measures() const { return measures_; }
  SessionState state() const { return recorded_.state(); }

  /// Model and state as they are now, to be looked at.
  const solver::Simulation& simulation() const { return recorded_.simulation(); }
  RecordedSimulation& recorded() { return recorded_; }
  const RecordedSimulation& recorded() const { return recorded_; }
  SessionCheckpoints& checkpoints() { return checkpoints_; }
  Subscribers& subscribers() { return subscribers_; }
  AdvanceSchedule& schedule() { return schedule_; }
  const AdvanceSchedule& schedule() const { return schedule_; }

  // --- life -------------------------------------------------------------------------------------
  void initialize(const std::vector<StartValue>& start_values);
  void reset();
  void restore_checkpoint(const std::string& id);
  /// RecordedSimulation::change_bodies()
  void change_bodies(const std::function<void(solver::Simulation&)>& change);
  /// Goes to a snapshot of a session of the same model, as its first change.
  void start_from(const std::shared_ptr<const Snapshot>& snapshot);
  void terminate();
  /// Evicts every stream with `reason`; the session takes no more steps.
  void close(const ServiceError& reason);
  /// The server stops: Advances end where they stand, streams get a notice and are evicted.
  void drain();

  // --- streams ----------------------------------------------------------------------------------
  /// @returns valid until detach(), disconnect() or until the listener is closed or has left
  SessionStream& attach(const AttachOrder& order, std::shared_ptr<StreamListener> listener);
  /// At once; Advances in progress end without a frame.
  void detach(SessionStream& stream);
  /// The connection is gone, maybe not the client: what it may resume from is kept for its lease.
  void disconnect(SessionStream& stream);
  /// The client has stopped talking without having left: after its Advances it may still resume.
  void end_requests(SessionStream& stream);
  void write_inputs(SessionStream& stream, const InputSamples& samples);
  /// @param frames more that the client can take; 0 = it has read what waited for it, see
  ///               StreamListener::keeps_up()
  void add_credit(SessionStream& stream, std::int64_t frames);
  /// Nothing where it does not watch.
  void unwatch(const Watcher& watcher);

  /// Writes the steps taken so far, where some are not yet written: before a client is told of
  /// them.
  /// @throws ServiceError(kStorageFull, kInternal)
  void write() {
    if (recorded_.written().step_index != recorded_.step_index()) tentative_steps_.commit();
  }

  // --- what no message triggers -----------------------------------------------------------------
  /// Whether serve_timers() is due: an Advance has waited for 100 ms, a lease or a participant's
  /// silence has lasted, or rows that were too early may be shown. Says so once. A few loads, so
  /// that one watcher can ask every session many times a second.
  bool consume_due_timers(Lease::Clock::time_point now);
  void serve_timers();

 private:
  void replace_state(const SessionRecord& record);

  std::vector<std::shared_ptr<const void>> held_;  ///< shares of quotas, meshes in use
  v1::SessionSpec spec_;
  std::chrono::system_clock::time_point create_time_;
  std::shared_ptr<SessionMeasures> measures_ = std::make_shared<SessionMeasures>();
  Strand strand_;
  RecordedSimulation recorded_;
  SessionCheckpoints checkpoints_;
  Subscribers subscribers_;
  TentativeSteps tentative_steps_;
  AdvanceSchedule schedule_;
};

}  // namespace raftup::server
