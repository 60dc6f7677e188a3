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
  int threads = 1;        ///< >= 1
  int spare_threads = 0;  ///< threads that may replace those whose task lasts, see look_after()
  int running_per_tenant = 0;  ///< tasks of one tenant that may run at once; 0 = any number
  /// true if other threads of the machine have priority over those of the pool
  bool yields = false;
};

/// Threads that run tasks: those of one tenant in the order in which they were posted, and the
/// tenants in turn, one task each. Thread-safe. Tasks must not throw. The destructor runs the
/// queued tasks and then joins the threads.
class WorkerPool {
 public:
  /// Starts the threads of the pool.
  /// @throws Error(kInvalidArgument) if there is no thread
  explicit WorkerPool(const PoolLimits& limits);
  explicit WorkerPool(int threads) : WorkerPool(PoolLimits{.threads = threads}) {}
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  void post(const std::string& tenant, Task task);
  void post(Task task) { post("", std::move(task)); }

  /// To be called repeatedly, every tenth of a second. A thread whose task has lasted since the
  /// previous call while others wait is replaced by a new one: it gets the lowest priority of the
  /// machine, and ends with its task. The number of such threads is limited by spare_threads.
  void look_after();

  /// The load of the threads at the last look_after().
  struct Load {
    int lasting = 0;  ///< number of tasks that have run for at least the requested time [ns]
    /// true if such tasks occupy all threads that there may be, and others wait
    bool held = false;
  };
  Load load(std::chrono::nanoseconds time) const;

  /// Number of cores minus one for the network, at least one.
  static int default_thread_count();

 private:
  using Clock = std::chrono::steady_clock;

  /// The tasks of one tenant.
  struct Lane {
    std::deque<Task> tasks;
    int running = 0;
    bool listed = false;  ///< true if it is in ready_
  };
  struct Worker {
    std::thread thread;
    int thread_id = 0;  ///< of the operating system; 0 = not started
    bool busy = false;
    /// Time at which the task in progress was first seen; nothing if it was not.
    std::optional<Clock::time_point> seen;
    /// true if another thread has taken its place, so that it ends with its task
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
  std::map<std::string, Lane> lanes_;  ///< of every tenant that has ever posted a task
  std::deque<Lane*> ready_;            ///< lanes whose first task may run, in turn
  std::vector<std::unique_ptr<Worker>> workers_;
  bool stopping_ = false;
};

}  // namespace raftup::server
