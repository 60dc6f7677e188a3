#pragma once

#include <string>
#include <vector>

#include "server/sessions/subscribers.hpp"
#include "solver/contacts/contact_events.hpp"

namespace raftup::server {

/// Events that occur in the steps of an Advance and are sent to clients after the steps are
/// committed: limits that the simulation has exceeded, lines that have broken, contacts that began
/// or ended, events of the model that fired, and the end of the run. Used in the session's strand only. Call order:
/// begin(), then note() after each step, note_end() where the run has ended, and send() at any
/// time.
class StepNotifications {
 public:
  /// To be called at the start of an Advance. Discards events that have not been sent.
  void begin(const solver::Simulation& simulation);
  /// Collects the events of the step that has just been taken.
  void note(const RecordedSimulation& recorded);
  /// Collects the end of the run and the events that fired where it ended.
  void note_end(const RecordedSimulation& recorded);
  /// True if there are so many events that they must be sent before the next step.
  bool full() const;
  /// Sends the events that have not been sent.
  void send(const RecordedSimulation& recorded, const Subscribers& subscribers);

 private:
  struct Notice {
    const char* reason;
    std::string message;
  };

  void note_fired(std::int64_t step_index, const RecordedSimulation& recorded);
  void send_breaks(const solver::Simulation& simulation, const Subscribers& subscribers);

  std::vector<Notice> notices_;  ///< of events of the model, not sent yet
  std::size_t told_limits_ = 0;  ///< number of exceeded limits that clients have been notified of
  double told_until_ = 0.0;      ///< time up to which they know which lines have broken [s]
  std::vector<solver::ContactEvent> contact_events_;
};

}  // namespace raftup::server
