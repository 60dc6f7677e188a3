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

/// The reason why a frame was not sent to a client: a newer frame replaced it (kLatest), the queue
/// of the watcher was full (kDropOldest), the watcher was closed (kDisconnect), or the stream had
/// no credit (kNoCredit).
enum class DropCause { kLatest, kDropOldest, kDisconnect, kNoCredit };
inline constexpr std::size_t kDropCauses = 4;

/// Performance measurements of a session. The session's strand writes them with relaxed atomic
/// additions, without locks or allocations; any thread may read them.
class SessionMeasures {
 public:
  /// Times of the steps of one Advance.
  struct StepTimes {
    std::int64_t compute_ns = 0;
    std::int64_t wait_ns = 0;  ///< time spent waiting at the barrier, waiting for credit or paused
    std::int64_t rpc_ns = 0;   ///< rest of the time from the arrival of the request until its frame
  };

  void add_steps(std::int64_t steps, const StepTimes& whole_advance);
  void add_failed_step() { failed_steps_.fetch_add(1, std::memory_order_relaxed); }
  void add_barrier_wait(std::int64_t wait_ns) { barrier_waits_.observe(wait_ns); }
  void add_dropped_frames(DropCause cause, std::int64_t count = 1);
  /// Sets the realtime factor step_ns / cost_ns.
  /// @param step_ns simulated time of one step
  /// @param cost_ns running mean of the wall clock time that computing one step takes
  void set_step_cost(std::int64_t step_ns, std::int64_t cost_ns);

  std::int64_t failed_steps() const { return failed_steps_.load(std::memory_order_relaxed); }
  /// Ratio of simulated time to computing time [1]; none before the first step.
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

/// Sums of the measurements of several sessions.
struct SessionTotals {
  DurationHistogram::Counts compute;
  DurationHistogram::Counts wait;
  DurationHistogram::Counts rpc;
  DurationHistogram::Counts barrier_waits;
  /// Number of frames that were not sent, by DropCause.
  std::array<std::int64_t, kDropCauses> dropped_frames{};
  std::int64_t failed_steps = 0;

  void add(const SessionMeasures& measures);
};

/// The measurements of all present and former sessions. Thread-safe.
class SessionStatistics {
 public:
  void add(std::shared_ptr<const SessionMeasures> measures);

  /// Sums of the measurements of all sessions since the start of the server.
  SessionTotals totals();
  /// The smallest realtime factor of all present sessions [1]; none if no session has taken a step.
  std::optional<double> least_realtime_factor() const;

 private:
  void fold();

  mutable std::mutex mutex_;
  std::vector<std::shared_ptr<const SessionMeasures>> alive_;
  SessionTotals gone_;
};

}  // namespace raftup::server
