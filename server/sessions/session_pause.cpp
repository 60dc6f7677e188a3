/// @file Session: what holds its steps, on request or for want of samples, and for how long.
#include "server/sessions/streams/session_stream.hpp"

namespace raftup::server {

void Session::pause() {
  require_state(state_ != SessionState::kTerminated, "PauseSession");
  if (paused_) return;
  paused_ = true;
  notify_all(hydro::Severity::kInfo, "SESSION_PAUSED", "steps wait until the session is resumed");
}

void Session::end_pause() {
  require_state(state_ != SessionState::kTerminated, "ResumeSession");
  if (!paused_) return;
  paused_ = false;
  notify_all(hydro::Severity::kInfo, "SESSION_RESUMED", "steps are taken again");
  end_wait();  // a wait for participants begins now
  continue_advance();
}

std::vector<std::string> Session::waiting_for() const {
  std::vector<std::string> ids;
  if (!wait_start_ || paused_) return ids;
  for (const InputWriter* writer : writers_.holders(time_ns(), time_ns() + step_ns())) {
    ids.push_back(writer->declaration.participant_id);
  }
  return ids;
}

SessionTimes Session::times() const {
  SessionTimes times = times_;
  if (wait_start_) times.wait += std::chrono::steady_clock::now() - *wait_start_;
  return times;
}

}  // namespace raftup::server
