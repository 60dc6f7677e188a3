#include "server/sessions/step_notifications.hpp"

#include <fmt/format.h>

#include "solver/loads/lines/broken_lines.hpp"
#include "solver/model/inputs/event.hpp"

namespace raftup::server {

namespace {

constexpr std::size_t kEventsUntold = 4096;  ///< contact events before they are sent
constexpr std::size_t kNoticesUntold = 64;   ///< notices before they are sent

std::size_t passed_limits(const solver::Simulation& simulation) {
  return simulation.state().passed_limits.size();
}

double present_time(const solver::Simulation& simulation) {
  return 1e-9 * static_cast<double>(simulation.time_ns());
}

}  // namespace

void StepNotifications::begin(const solver::Simulation& simulation) {
  told_limits_ = passed_limits(simulation);
  told_until_ = present_time(simulation);
  contact_events_.clear();
  notices_.clear();
}

void StepNotifications::note(const RecordedSimulation& recorded) {
  const std::vector<solver::ContactEvent>& events = recorded.simulation().contact_events();
  contact_events_.insert(contact_events_.end(), events.begin(), events.end());
  note_fired(recorded.step_index() - 1, recorded);
}

/// @param step_index number of steps that had been taken when the events fired
void StepNotifications::note_fired(std::int64_t step_index, const RecordedSimulation& recorded) {
  const solver::Simulation& simulation = recorded.simulation();
  for (const std::size_t fired : recorded.events().last()) {
    const solver::Event& event = simulation.model().events[fired];
    const double time = 1e-9 * static_cast<double>(step_index * recorded.step_ns());
    const std::string text = event.text();
    notices_.push_back({"EVENT_FIRED", fmt::format("'{}' at t = {:.9g} s{}{}", event.name, time,
                                                   text.empty() ? "" : ": ", text)});
  }
}

void StepNotifications::note_end(const RecordedSimulation& recorded) {
  note_fired(recorded.step_index(), recorded);
  const solver::RunEnd& end = recorded.events().end().value();
  notices_.push_back({"RUN_ENDED", fmt::format("event '{}' has ended the run at t = {:.9g} s: {}",
                                               end.event, end.time, end.reason)});
}

bool StepNotifications::full() const {
  return contact_events_.size() >= kEventsUntold || notices_.size() >= kNoticesUntold;
}

void StepNotifications::send(const RecordedSimulation& recorded, const Subscribers& subscribers) {
  const solver::Simulation& simulation = recorded.simulation();
  send_breaks(simulation, subscribers);
  for (const Notice& notice : notices_) {
    subscribers.notify_all(Severity::kInfo, notice.reason, notice.message);
  }
  notices_.clear();
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

void StepNotifications::send_breaks(const solver::Simulation& simulation,
                                    const Subscribers& subscribers) {
  for (const auto& broken : solver::broken_loads(simulation.model(), simulation.state())) {
    if (broken.at.time <= told_until_) continue;
    subscribers.notify_all(Severity::kWarning, "LINE_BROKEN",
                           solver::text_of(broken, simulation.model()));
  }
  told_until_ = present_time(simulation);
}

}  // namespace raftup::server
