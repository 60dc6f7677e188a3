#include <fmt/format.h>

#include "server/sessions/advance_schedule.hpp"
#include "server/sessions/participants/substitution.hpp"

/// @file The waits of a session's steps, for the end of a pause and for participants, and the
///         removal of streams.
namespace raftup::server {

namespace {

/// Applies the rule for silence to a participant. Participants become silent only here.
void apply_silence(InputWriter& writer, RecordedSimulation& recorded, Subscribers& subscribers,
                   AdvanceSchedule& schedule) {
  const SilenceRule& rule = writer.declaration.silence;
  const std::string& id = writer.declaration.participant_id;
  const std::string message =
      fmt::format("'{}' must send a message every {} ms", id, rule.timeout.count());
  subscribers.notify_all(Severity::kWarning, "PARTICIPANT_SILENT", message, id);
  const ServiceError silent = recorded.conflict(Reason::kParticipantSilent, message);
  // A participant that ends the Advance is not marked, so that the next controller is notified too.
  if (rule.policy == SilencePolicy::kFail) return schedule.evict(*subscribers.controller(), silent);
  writer.silent = true;
  if (rule.policy == SilencePolicy::kDetach) {
    writer.excluded = true;
    SessionStream* const stream = subscribers.stream_of(writer);
    if (stream != nullptr) schedule.evict(*stream, silent);
  } else if (rule.substitutes()) {
    begin_substitution(recorded, writer);
  }
}

}  // namespace

// --- pause --------------------------------------------------------------------------------------

void AdvanceSchedule::pause() {
  recorded_.require_state(recorded_.state() != SessionState::kTerminated, "PauseSession");
  if (orders_.paused) return;
  orders_.paused = true;
  subscribers_.notify_all(Severity::kInfo, "SESSION_PAUSED",
                          "steps wait until the session is resumed");
}

void AdvanceSchedule::resume() {
  recorded_.require_state(recorded_.state() != SessionState::kTerminated, "ResumeSession");
  if (!orders_.paused) return;
  orders_.paused = false;
  subscribers_.notify_all(Severity::kInfo, "SESSION_RESUMED", "steps are taken again");
  end_wait();  // the time of the pause is no wait for participants
  proceed();
}

// --- waits --------------------------------------------------------------------------------------

std::vector<std::string> AdvanceSchedule::waiting_for() const {
  return waiting() && !orders_.paused ? wait_.waiting_for() : std::vector<std::string>();
}

void AdvanceSchedule::begin_wait() {
  if (!commit_or_evict_all()) return;
  subscribers_.send_frames(StepResult::kCommitted);
  subscribers_.telemetry().publish(recorded_);
  SessionStream& controller = *subscribers_.controller();
  if (!controller.never_waits) return wait_.begin(Clock::now());
  evict(controller,
        orders_.paused
            ? recorded_.conflict(Reason::kWrongState, "the session is paused")
            : recorded_.conflict(Reason::kWaitingForInputs,
                                 "required participants have not delivered their samples"));
}

void AdvanceSchedule::end_wait() {
  if (!waiting()) return;  // in nearly all cases; reading the clock costs more than this check
  const auto waited = wait_.end(Clock::now());
  if (!waited) return;
  measures_.add_barrier_wait(waited->count());
  if (!orders_.queue.empty()) orders_.queue.front().wait_ns += waited->count();
}

void AdvanceSchedule::serve_wait(Clock::time_point now) {
  if (orders_.paused) return wait_.keep_quiet();  // steps do not wait for participants
  if (!wait_.announce(now)) return;
  for (InputWriter* const writer : wait_.newly_silent(now)) {
    apply_silence(*writer, recorded_, subscribers_, *this);
    if (!waiting()) return;  // the controller was evicted
  }
  proceed();
}

// --- streams that go ----------------------------------------------------------------------------

std::unique_ptr<SessionStream> AdvanceSchedule::remove(SessionStream& stream) {
  if (subscribers_.controller() == &stream) {
    end_wait();
    orders_.queue.clear();
    tentative_steps_.forget();
  }
  return subscribers_.remove(stream);
}

void AdvanceSchedule::leave(SessionStream& stream) {
  if (subscribers_.controller() == &stream && !idle()) {
    stream.leaving = true;
    return;
  }
  const auto removed = remove(stream);
  proceed();  // a participant without credit may have held the session
  removed->listener->left();
}

void AdvanceSchedule::evict(SessionStream& stream, const ServiceError& reason) {
  const auto removed = remove(stream);
  proceed();
  removed->listener->close(reason);
}

void AdvanceSchedule::evict_all(const ServiceError& reason) {
  end_wait();
  orders_.queue.clear();
  tentative_steps_.forget();
  subscribers_.close_streams(reason);
}

}  // namespace raftup::server
