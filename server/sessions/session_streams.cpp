#include "server/sessions/session_streams.hpp"

#include <utility>

#include "server/sessions/session_log.hpp"

namespace raftup::server {

SessionStream& SessionStreams::attach(const AttachOrder& order,
                                      std::shared_ptr<StreamListener> listener) {
  order.check();
  const SessionState state = recorded_.state();
  const bool runs = state == SessionState::kInitialized || state == SessionState::kRunning;
  recorded_.require_state(runs, "attaching");
  // The state that a new client receives must be stored. A client that writes inputs also receives
  // the times of its samples, including those for a step that is being tried.
  if (order.role == Role::kObserver) {
    tentative_steps_.commit();
  } else {
    recorded_.commit();
  }
  auto [stream, replaced] = subscribers_.admit(order, std::move(listener));
  if (replaced != nullptr) {
    const bool resumes = order.resumes();
    log_event(recorded_, Severity::kInfo, resumes ? "RESUMED" : "TAKEN_OVER",
              resumes ? "a client has come back" : "another client has taken a stream's place",
              order.participant_id);
    schedule_.evict(*replaced, recorded_.conflict(Reason::kLeaseLost,
                                                  "another stream has taken this one's place"));
  }
  return subscribers_.add(std::move(stream));
}

void SessionStreams::detach(SessionStream& stream) {
  schedule_.remove(stream);
  schedule_.proceed();  // a participant without credit may have held the session
}

void SessionStreams::disconnect(SessionStream& stream) {
  const bool controlled = &stream == subscribers_.controller();
  subscribers_.keep_disconnected(schedule_.remove(stream));
  if (controlled) {
    subscribers_.notify_all(Severity::kWarning, "CONTROLLER_LOST",
                            "the controller's connection broke off");
  }
  schedule_.proceed();
}

void SessionStreams::end_requests(SessionStream& stream) {
  const bool advances = &stream == subscribers_.controller() && !schedule_.idle();
  if (advances) return schedule_.leave(stream);
  const auto listener = stream.listener;
  disconnect(stream);
  listener->left();
}

void SessionStreams::write_inputs(SessionStream& stream, const InputSamples& samples) {
  accept_samples(recorded_, stream.port, samples);
  schedule_.proceed();
}

void SessionStreams::add_credit(SessionStream& stream, std::int64_t frames) {
  if (frames != 0) stream.add_credit(frames);
  const bool owed =
      &stream != subscribers_.controller() && stream.pending_rows > 0 && stream.can_take_frame();
  if (owed && (schedule_.idle() || schedule_.waiting())) {
    tentative_steps_.commit();
    subscribers_.send_frame(stream, {});
  }
  schedule_.proceed();
}

void SessionStreams::unwatch(const Watcher& watcher) {
  subscribers_.telemetry().remove(watcher);
  schedule_.proceed();  // the watcher may have held the session
}

}  // namespace raftup::server
