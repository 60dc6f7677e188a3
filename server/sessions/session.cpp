#include "server/sessions/session.hpp"

#include <fmt/format.h>

#include <utility>

#include "server/sessions/session_log.hpp"

namespace raftup::server {

namespace {

std::vector<std::shared_ptr<const void>> held_by(const SessionSetup& setup) {
  std::vector<std::shared_ptr<const void>> held(setup.shares.begin(), setup.shares.end());
  held.insert(held.end(), setup.meshes.begin(), setup.meshes.end());
  return held;
}

/// Returns a function that writes the status of a session, or an empty one if the setup has none.
PublishedStatus::Write status_writer(const Session& session) {
  if (!session.origin().write_status) return {};
  return [&session](v1::Session& status) { session.origin().write_status(session, status); };
}

}  // namespace

Session::Session(std::string name, SessionSetup setup, WorkerPool& pool)
    : origin_{held_by(setup), std::move(setup.spec), setup.create_time,
              std::move(setup.record_findings), std::move(setup.write_status)},
      strand_(pool, setup.tenant),
      recorded_({std::move(setup.tenant), std::move(name)}, std::move(setup.simulation),
                std::move(setup.outputs), std::move(setup.participants), spec().strict()),
      checkpoints_(recorded_, spec(), setup.ledger),
      subscribers_(recorded_, checkpoints_, *measures_, spec()),
      tentative_steps_(recorded_, subscribers_, *measures_, std::move(setup.iteration),
                       strand_.interruption()),
      schedule_(
          recorded_, subscribers_, tentative_steps_, *measures_, spec().stop_time_ns(),
          [this](const Task& task) { strand_.post([self = shared_from_this(), task] { task(); }); },
          status_writer(*this)),
      streams_(recorded_, subscribers_, tentative_steps_, schedule_) {}

// --- life ---------------------------------------------------------------------------------------

void Session::initialize(const std::vector<StartValue>& start_values) {
  recorded_.initialize(start_values);
  tentative_steps_.commit();
  log_event(recorded_, Severity::kInfo, "SESSION_INITIALIZED", "the session may take steps");
}

/// Sets the session to another state and discards tentative steps.
void Session::replace_state(const SessionRecord& record) {
  tentative_steps_.forget();
  recorded_.change(record);
  tentative_steps_.commit();
}

void Session::reset() {
  recorded_.require_state(state() != SessionState::kTerminated, "ResetSession");
  schedule_.require_idle("ResetSession");
  replace_state(ResetRecord{});
  subscribers_.forget_rows();
  subscribers_.notify_all(Severity::kWarning, "SESSION_RESET", "the session is back at t = 0");
}

void Session::restore_checkpoint(const std::string& id) {
  const std::shared_ptr<const Snapshot> snapshot = checkpoints_.at(id).snapshot;
  recorded_.require_state(state() != SessionState::kTerminated, "RestoreCheckpoint");
  schedule_.require_idle("RestoreCheckpoint");
  replace_state(RestoredRecord{snapshot});
  subscribers_.forget_rows();
  subscribers_.notify_all(Severity::kInfo, "CHECKPOINT_RESTORED",
                          fmt::format("the session is back at checkpoint {}", id));
}

void Session::change_bodies(const std::function<void(solver::Simulation&)>& change) {
  recorded_.require_state(state() != SessionState::kTerminated, "ChangeSession");
  schedule_.require_idle("ChangeSession");
  if (tentative_steps_.in_progress()) {
    throw recorded_.conflict(Reason::kWrongState,
                             "ChangeSession is not possible while a step is being tried");
  }
  recorded_.change_bodies(change);
  tentative_steps_.commit();
  subscribers_.notify_all(Severity::kInfo, "BODIES_CHANGED", "masses or added masses have changed");
}

void Session::start_from(const std::shared_ptr<const Snapshot>& snapshot) {
  replace_state(RestoredRecord{snapshot});
}

void Session::terminate() {
  tentative_steps_.forget();
  recorded_.change(TerminatedRecord{});
  schedule_.cut_short();
  tentative_steps_.commit();
  subscribers_.notify_all(Severity::kInfo, "SESSION_TERMINATED", "the session takes no more steps");
}

void Session::close(const ServiceError& reason) {
  recorded_.close();
  schedule_.evict_all(reason);
  subscribers_.close(reason);
}

void Session::drain() {
  schedule_.cut_short();
  subscribers_.notify_all(Severity::kWarning, "DRAINING", "the server is about to stop");
  close(recorded_.conflict(Reason::kDraining, "the server is about to stop"));
}

// --- what no message triggers -------------------------------------------------------------------

bool Session::consume_due_timers(Lease::Clock::time_point now) {
  const bool lease = subscribers_.lease_due().consume(now);
  const bool wait = schedule_.consume_due(now);
  const bool rows = subscribers_.telemetry().due().consume(now);
  return lease || wait || rows;
}

void Session::serve_timers() {
  const auto now = Lease::Clock::now();
  subscribers_.end_leases(now);
  schedule_.serve_wait(now);
  schedule_.show_late_rows();
}

}  // namespace raftup::server
