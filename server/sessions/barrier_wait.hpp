#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/sessions/subscribers.hpp"

namespace raftup::server {

/// The wait of an Advance for samples of participants, if such a wait is in progress. The object
/// contains the start of the wait and whether the wait has been announced, and finds participants
/// that have become silent. Thread safety: consume_due() may be called in any thread, all other
/// functions only in the session's strand.
class BarrierWait {
 public:
  using Clock = Lease::Clock;

  BarrierWait(RecordedSimulation& recorded, const Subscribers& subscribers);

  bool in_progress() const { return start_.has_value(); }
  /// Begins a wait. Does nothing if a wait is in progress.
  void begin(Clock::time_point now);
  /// Ends the wait.
  /// @returns the duration of the wait; none if no wait was in progress
  std::optional<std::chrono::nanoseconds> end(Clock::time_point now);
  /// Sum of the durations of all waits of the session, including the wait in progress.
  std::chrono::nanoseconds total(Clock::time_point now) const;
  /// Ids of the participants whose samples the next step needs.
  std::vector<std::string> waiting_for() const;

  /// Returns true if the wait has lasted for 100 ms, so that announce() is due, or if the timeout
  /// of a participant has ended, so that newly_silent() is due. The function returns true once for
  /// each due time. The call only loads a few atomic values, so that one thread can poll every
  /// session many times a second.
  bool consume_due(Clock::time_point now);
  /// Suppresses the announcement of this wait. Used for a wait that no participant causes, because
  /// the session is paused.
  void keep_quiet() { unannounced_since_ns_ = 0; }
  /// Informs clients which participants the session is waiting for. Each wait is announced once.
  /// @returns false if no wait is in progress or it has lasted for less than 100 ms
  bool announce(Clock::time_point now);
  /// Returns the required participants that delay the step, have sent no message for the duration
  /// of their timeout and are not yet marked as silent. If the timeout of a participant has not
  /// ended, the function sets the time at which consume_due() returns true.
  std::vector<InputWriter*> newly_silent(Clock::time_point now);

 private:
  std::vector<InputWriter*> holders() const;

  RecordedSimulation& recorded_;
  const Subscribers& subscribers_;
  std::optional<Clock::time_point> start_;
  std::chrono::nanoseconds total_{0};  ///< sum of the waits that have ended [ns]
  /// Start of the wait on the steady clock [ns]; 0 = no wait, or already announced.
  std::atomic<std::int64_t> unannounced_since_ns_{0};
  Deadline silence_due_;
};

}  // namespace raftup::server
