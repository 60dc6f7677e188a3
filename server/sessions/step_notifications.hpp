#pragma once

#include <vector>

#include "server/sessions/subscribers.hpp"
#include "solver/contacts/contact_events.hpp"

namespace raftup::server {

/// What has happened in the steps of an Advance that everybody is told of once they are committed:
/// limits of linear water that were passed, bodies that began or ceased to touch. In the session's
/// strand only. Call order: begin(), then note() after each step and send() at any time.
class StepNotifications {
 public:
  /// An Advance begins here.
  void begin(const solver::Simulation& simulation);
  /// A step has been taken.
  void note(const solver::Simulation& simulation);
  /// So much that it must be told before the next step.
  bool full() const;
  /// Tells what has not been told.
  void send(const solver::Simulation& simulation, const Subscribers& subscribers);

 private:
  std::size_t told_limits_ = 0;  ///< of those that the state has passed
  std::vector<solver::ContactEvent> contact_events_;
};

}  // namespace raftup::server
