#include "server/sessions/recording/fired_events.hpp"

namespace raftup::server {

void FiredEvents::step(solver::Simulation& simulation) {
  const std::int64_t start = simulation.state().step_index;
  counts_.clear();
  for (const solver::EventState& event : simulation.state().events) counts_.push_back(event.count);
  end_.reset();
  last_.clear();
  try {
    simulation.step();
  } catch (const solver::RunEnded& ended) {
    end_ = ended.end();
    note(start, ended.fired());
    throw;
  }
  std::vector<std::size_t> fired;
  for (std::size_t i = 0; i < counts_.size(); ++i) {
    if (simulation.state().events[i].count > counts_[i]) fired.push_back(i);
  }
  if (!fired.empty()) note(start, fired);
}

void FiredEvents::note(std::int64_t step_index, const std::vector<std::size_t>& events) {
  while (!firings_.empty() && firings_.back().step_index >= step_index) firings_.pop_back();
  last_ = events;
  for (const std::size_t event : events) {
    if (firings_.size() < kMost) firings_.push_back({step_index, event});
  }
}

void FiredEvents::return_to(std::int64_t step_index) {
  while (!firings_.empty() && firings_.back().step_index >= step_index) firings_.pop_back();
  last_.clear();
  if (end_ && end_->step_index != step_index) end_.reset();
}

void FiredEvents::go_on_from(std::int64_t step_index, const std::vector<Firing>& firings) {
  return_to(step_index);
  if (!firings.empty()) firings_ = firings;
}

}  // namespace raftup::server
