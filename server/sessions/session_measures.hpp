#pragma once

#include <array>
#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "server/base/duration_histogram.hpp"

namespace raftup::server {

/// The reason why a client did not receive a frame.
enum class DropCause { kLatest, kDropOldest, kDisconnect, kNoCredit };
inline constexpr std::size_t kDropCauses = 4;

/// Performance measurements of a session. They are written in its strand with relaxed additions,
/// without locks or allocations, and may be read anywhere.
class SessionMeasures {
 public:
  /// Mean times of the steps of one Advance.
  struct StepTimes {
    std::int64_t compute_ns = 0;
    std::int64_t wait_ns = 0;  ///< at the barrier, for credit or while paused
    std::int64_t rpc_ns = 0;   ///< the remaining time between the request and the frame
  };

  void add_steps(std::int64_t steps, const StepTimes& whole_advance);
  void add_failed_step() { failed_steps_.fetch_add(1, std::memory_order_relaxed); }
  void add_barrier_wait(std::int64_t wait_ns) { barrier_waits_.observe(wait_ns); }
  void add_dropped_frames(DropCause cause, std::int64_t count = 1);
  /// @param step_ns simulated time of a step
  /// @param cost_ns computing time of a step, running mean
  void set_step_cost(std::int64_t step_ns, std::int64_t cost_ns);

  std::int64_t failed_steps() const { return failed_steps_.load(std::memory_order_relaxed); }
  /// Ratio of simulated time to computing time [1]; nothing before the first step.
  std::optional<double> realtime_factor() const;

 private:
  friend struct SessionTotals;

  DurationHistogram compute_;
  DurationHistogram wait_;
  DurationHistogram rpc_;
  DurationHistogram barrier_waits_;
  std::array<std::atomic<std::int64_t>, kDropCauses> dropped_frames_{};
  std::atomic<std::int64_t> failed_steps_{0};
  std::atomic<double> realtime_factor_{0.0};
};

/// Sums over sessions.
struct SessionTotals {
  DurationHistogram::Counts compute;
  DurationHistogram::Counts wait;
  DurationHistogram::Counts rpc;
  DurationHistogram::Counts barrier_waits;
  std::array<std::int64_t, kDropCauses> dropped_frames{};  ///< by DropCause
  std::int64_t failed_steps = 0;

  void add(const SessionMeasures& measures);
};

/// The measurements of all present and former sessions. Thread-safe.
class SessionStatistics {
 public:
  void add(std::shared_ptr<const SessionMeasures> measures);

  /// Sums over all sessions since the start.
  SessionTotals totals();
  /// The smallest factor of all sessions; nothing before any has taken a step.
  std::optional<double> least_realtime_factor() const;

 private:
  void fold();

  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<const SessionMeasures>> alive_;
  SessionTotals gone_;
};

}  // namespace raftup::server
