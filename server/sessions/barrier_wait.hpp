#pragma once

#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "server/sessions/subscribers.hpp"

namespace raftup::server {

/// The wait of an Advance for samples, if there is one: since when, whom everybody is told that it
/// waits for, and which of them are silent by now.
/// Thread safety: consume_due() may be used anywhere, the rest in the session's strand only.
class BarrierWait {
 public:
  using Clock = Lease::Clock;

  BarrierWait(RecordedSimulation& recorded, const Subscribers& subscribers);

  bool in_progress() const { return start_.has_value(); }
  /// Nothing where it has begun.
  void begin(Clock::time_point now);
  /// @returns how long it was; none where there was no wait
  std::optional<std::chrono::nanoseconds> end(Clock::time_point now);
  /// All waits until now.
  std::chrono::nanoseconds total(Clock::time_point now) const;
  /// Ids of those for whose samples the next step needs.
  std::vector<std::string> waiting_for() const;

  /// Whether announce() is due: the wait has lasted 100 ms, or a silence may have. Says so once. A
  /// few loads, so that one watcher can ask every session many times a second.
  bool consume_due(Clock::time_point now);
  /// This wait is nobody's fault.
  void keep_quiet() { unannounced_since_ns_ = 0; }
  /// Tells, once a wait, whom it is for.
  /// @returns false where it has not lasted long enough
  bool announce(Clock::time_point now);
  /// Required participants of which no message came for their timeout and that are not known to be
  /// silent; of the others consume_due() says when.
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
