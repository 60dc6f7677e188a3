#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/sessions/subscribers.hpp"

namespace raftup::server {

/// The wait of an Advance for samples, if there is one: when it began, whether it has been
/// announced, and which participants have become silent. Thread safety: consume_due() may be used
/// anywhere, the rest in the session's strand only.
class BarrierWait {
 public:
  using Clock = Lease::Clock;

  BarrierWait(RecordedSimulation& recorded, const Subscribers& subscribers);

  bool in_progress() const { return start_.has_value(); }
  /// Begins a wait; does nothing if one is in progress.
  void begin(Clock::time_point now);
  /// @returns the duration of the wait; none if there was no wait
  std::optional<std::chrono::nanoseconds> end(Clock::time_point now);
  /// Duration of all waits, the present one included.
  std::chrono::nanoseconds total(Clock::time_point now) const;
  /// Ids of the participants whose samples the next step needs.
  std::vector<std::string> waiting_for() const;

  /// Returns true if the wait has lasted for 100 ms, so that announce() is due, or if a participant
  /// may have become silent; each due time is reported once. The call only loads a few atomic
  /// values, so that one thread can poll every session many times a second.
  bool consume_due(Clock::time_point now);
  /// Suppresses the announcement, because no participant causes this wait.
  void keep_quiet() { unannounced_since_ns_ = 0; }
  /// Announces, once for each wait, which participants it is for.
  /// @returns false if the wait has not yet lasted for 100 ms
  bool announce(Clock::time_point now);
  /// Required participants that have sent no message for their timeout and are not yet marked as
  /// silent. For the others this sets the time at which consume_due() returns true.
  std::vector<InputWriter*> newly_silent(Clock::time_point now);

 private:
  std::vector<InputWriter*> holders() const;

  RecordedSimulation& recorded_;
  const Subscribers& subscribers_;
  std::optional<Clock::time_point> start_;
  std::chrono::nanoseconds total_{0};                  ///< without the one in progress
  std::atomic<std::int64_t> unannounced_since_ns_{0};  ///< steady clock; 0 = none or announced
  Deadline silence_due_;
};

}  // namespace raftup::server
