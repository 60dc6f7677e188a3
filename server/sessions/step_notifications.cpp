#include "server/sessions/step_notifications.hpp"

namespace raftup::server {

namespace {

constexpr std::size_t kEventsUntold = 4096;  ///< contact events before they are sent

std::size_t passed_limits(const solver::Simulation& simulation) {
  return simulation.state().passed_limits.size();
}

}  // namespace

void StepNotifications::begin(const solver::Simulation& simulation) {
  told_limits_ = passed_limits(simulation);
  contact_events_.clear();
}

void StepNotifications::note(const solver::Simulation& simulation) {
  const std::vector<solver::ContactEvent>& events = simulation.contact_events();
  contact_events_.insert(contact_events_.end(), events.begin(), events.end());
}

bool StepNotifications::full() const { return contact_events_.size() >= kEventsUntold; }

void StepNotifications::send(const solver::Simulation& simulation, const Subscribers& subscribers) {
  if (passed_limits(simulation) > told_limits_) {
    const Findings findings = simulation.range_findings();
    for (; told_limits_ < findings.size(); ++told_limits_) {
      subscribers.notify_all(Severity::kWarning, "LIMIT_PASSED", findings[told_limits_].message);
    }
  }
  if (contact_events_.empty()) return;
  subscribers.send_contact_events(contact_events_);
  contact_events_.clear();
}

}  // namespace raftup::server
