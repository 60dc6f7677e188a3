#pragma once

#include <vector>

#include "server/sessions/audience.hpp"
#include "solver/contacts/contact_events.hpp"

namespace raftup::server {

/// What has happened in the steps of an Advance that everybody is told of once they are committed:
/// limits of linear water that were passed, bodies that began or ceased to touch. In the session's
/// strand only. Call order: begin(), then note() after each step and tell() at any time.
class StepNews {
 public:
  /// An Advance begins here.
  void begin(const solver::Simulation& simulation);
  /// A step has been taken.
  void note(const solver::Simulation& simulation);
  /// So much that it must be told before the next step.
  bool full() const;
  /// Tells what has not been told.
  void tell(const solver::Simulation& simulation, const Audience& audience);

 private:
  std::size_t told_limits_ = 0;  ///< of those that the state has passed
  std::vector<solver::ContactEvent> contact_events_;
};

}  // namespace raftup::server
