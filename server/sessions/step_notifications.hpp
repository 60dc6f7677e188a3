#pragma once

#include <vector>

#include "server/sessions/subscribers.hpp"
#include "solver/contacts/contact_events.hpp"

namespace raftup::server {

/// Events that occur in the steps of an Advance and are sent to clients after the steps are
/// committed: limits that the simulation has exceeded, and contacts that began or ended. Used in
/// the session's strand only. Call order: begin(), then note() after each step and send() at any
/// time.
class StepNotifications {
 public:
  /// To be called at the start of an Advance. Discards events that have not been sent.
  void begin(const solver::Simulation& simulation);
  /// Collects the events of the step that has just been taken.
  void note(const solver::Simulation& simulation);
  /// True if there are so many events that they must be sent before the next step.
  bool full() const;
  /// Sends the events that have not been sent.
  void send(const solver::Simulation& simulation, const Subscribers& subscribers);

 private:
  std::size_t told_limits_ = 0;  ///< number of exceeded limits that clients have been notified of
  std::vector<solver::ContactEvent> contact_events_;
};

}  // namespace raftup::server
