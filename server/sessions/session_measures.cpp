#include "server/sessions/session_measures.hpp"

#include <algorithm>
#include <utility>

namespace raftup::server {

void SessionMeasures::add_steps(std::int64_t steps, const StepTimes& whole_advance) {
  if (steps <= 0) return;
  compute_.observe(whole_advance.compute_ns / steps, steps);
  wait_.observe(whole_advance.wait_ns / steps, steps);
  rpc_.observe(std::max<std::int64_t>(whole_advance.rpc_ns, 0) / steps, steps);
}

void SessionMeasures::add_dropped_frames(DropCause cause, std::int64_t count) {
  dropped_frames_[static_cast<std::size_t>(cause)].fetch_add(count, std::memory_order_relaxed);
}

void SessionMeasures::set_step_cost(std::int64_t step_ns, std::int64_t cost_ns) {
  const double factor =
      static_cast<double>(step_ns) / static_cast<double>(std::max<std::int64_t>(cost_ns, 1));
  realtime_factor_.store(factor, std::memory_order_relaxed);
}

std::optional<double> SessionMeasures::realtime_factor() const {
  const double factor = realtime_factor_.load(std::memory_order_relaxed);
  return factor > 0.0 ? std::optional(factor) : std::nullopt;
}

void SessionTotals::add(const SessionMeasures& measures) {
  compute += measures.compute_.counts();
  wait += measures.wait_.counts();
  rpc += measures.rpc_.counts();
  barrier_waits += measures.barrier_waits_.counts();
  for (std::size_t i = 0; i < kDropCauses; ++i) {
    dropped_frames[i] += measures.dropped_frames_[i].load(std::memory_order_relaxed);
  }
  failed_steps += measures.failed_steps();
}

void SessionStatistics::add(std::shared_ptr<const SessionMeasures> measures) {
  const std::lock_guard lock(mutex_);
  fold();
  alive_.push_back(std::move(measures));
}

/// Adds the measures of ended sessions to the sums and releases them.
void SessionStatistics::fold() {
  std::erase_if(alive_, [this](const auto& measures) {
    if (measures.use_count() > 1) return false;
    std::atomic_thread_fence(std::memory_order_acquire);  // pairs with the session's last release
    gone_.add(*measures);
    return true;
  });
}

SessionTotals SessionStatistics::totals() {
  const std::lock_guard lock(mutex_);
  fold();
  SessionTotals totals = gone_;
  for (const auto& measures : alive_) totals.add(*measures);
  return totals;
}

std::optional<double> SessionStatistics::least_realtime_factor() const {
  const std::lock_guard lock(mutex_);
  std::optional<double> least;
  for (const auto& measures : alive_) {
    const auto factor = measures->realtime_factor();
    if (factor) least = std::min(least.value_or(*factor), *factor);
  }
  return least;
}

}  // namespace raftup::server
