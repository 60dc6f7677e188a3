#pragma once

#include <chrono>
#include <condition_variable>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

namespace raftup::server {

using Task = std::function<void()>;

/// The limits of a pool.
struct PoolLimits {
  int threads = 1;  ///< number of threads, >= 1
  /// Number of threads that may be added when tasks last long, see look_after().
  int spare_threads = 0;
  /// Largest number of tasks of one tenant that run at once; 0 = no limit.
  int running_per_tenant = 0;
  /// True if the threads of the pool run with a lower priority than other threads of the machine.
  bool yields = false;
};

/// Threads that run queued tasks. The tasks of one tenant start in the order in which they were
/// posted, and tenants take turns with one task each. Thread-safe. Tasks must not throw. The
/// destructor runs the queued tasks and then joins the threads.
class WorkerPool {
 public:
  /// Starts the threads of the pool.
  /// @throws Error(kInvalidArgument) if limits.threads is less than 1
  explicit WorkerPool(const PoolLimits& limits);
  explicit WorkerPool(int threads) : WorkerPool(PoolLimits{.threads = threads}) {}
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  void post(const std::string& tenant, Task task);
  void post(Task task) { post("", std::move(task)); }

  /// Replaces threads that are occupied by long tasks; to be called every tenth of a second. If a
  /// task has been running since before the previous call while other tasks are queued, a new
  /// thread is started, and the thread of the long task continues at a low priority and ends with
  /// that task. At most spare_threads such threads exist at once.
  void look_after();

  /// The load of the threads at the time of the last look_after().
  struct Load {
    int lasting = 0;  ///< number of tasks that have run for at least the requested time
    /// True if such tasks occupy all threads, no thread may be added, and other tasks are queued.
    bool held = false;
  };
  Load load(std::chrono::nanoseconds time) const;

  /// Number of processor cores minus one, which is left for the network, but at least one.
  static int default_thread_count();

 private:
  using Clock = std::chrono::steady_clock;

  /// The queued tasks of one tenant.
  struct Lane {
    std::deque<Task> tasks;
    int running = 0;
    bool listed = false;  ///< true if the lane is in ready_
  };
  struct Worker {
    std::thread thread;
    int thread_id = 0;  ///< id of the operating system; 0 = not started
    bool busy = false;
    /// Time at which look_after() first found the present task running; none if it has not yet.
    std::optional<Clock::time_point> seen;
    /// True if another thread has replaced this one, so that this one ends with its present task.
    bool replaced = false;
    bool ended = false;
  };

  void run(Worker& worker);
  void run_task(Worker& worker, std::unique_lock<std::mutex>& lock);
  void list(Lane& lane);
  void start_worker();
  bool may_replace() const;
  void replace(Worker& worker);
  void join_ended();

  PoolLimits limits_;
  mutable std::mutex mutex_;
  std::condition_variable wake_;
  std::map<std::string, Lane> lanes_;  ///< one lane for every tenant that has ever posted a task
  /// Lanes whose first task may run, in the order of their turns.
  std::deque<Lane*> ready_;
  std::vector<std::unique_ptr<Worker>> workers_;
  bool stopping_ = false;
};

}  // namespace raftup::server
