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

/// Why a client did not get a frame.
enum class DropCause { kLatest, kDropOldest, kDisconnect, kNoCredit };
inline constexpr std::size_t kDropCauses = 4;

/// What a session measures of itself. Written in its strand with relaxed additions, neither locks
/// nor allocations; read from anywhere.
class SessionMeasures {
 public:
  /// Of the steps of one Advance, on average.
  struct StepTimes {
    std::int64_t compute_ns = 0;
    std::int64_t wait_ns = 0;  ///< at the barrier, for credit or paused
    std::int64_t rpc_ns = 0;   ///< the rest from the message that asked to the frame
  };

  void add_steps(std::int64_t steps, const StepTimes& whole_advance);
  void add_failed_step() { failed_steps_.fetch_add(1, std::memory_order_relaxed); }
  void add_barrier_wait(std::int64_t wait_ns) { barrier_waits_.observe(wait_ns); }
  void add_dropped_frames(DropCause cause, std::int64_t count = 1);
  /// @param step_ns simulated, @param cost_ns what it takes to compute, running mean
  void set_step_cost(std::int64_t step_ns, std::int64_t cost_ns);

  std::int64_t failed_steps() const { return failed_steps_.load(std::memory_order_relaxed); }
  /// Simulated time per time of computing; none before the first step.
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

/// The measures of all sessions that there are or were. Thread-safe.
class SessionStatistics {
 public:
  void add(std::shared_ptr<const SessionMeasures> measures);

  /// Over all sessions since the start.
  SessionTotals totals();
  /// Of the session that has the least of it; none before any has taken a step.
  std::optional<double> least_realtime_factor() const;

 private:
  void fold();

  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<const SessionMeasures>> alive_;
  SessionTotals gone_;
};

}  // namespace raftup::server
