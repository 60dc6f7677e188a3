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

/// What a pool gives its tenants.
struct PoolLimits {
  int threads = 1;        ///< >= 1
  int spare_threads = 0;  ///< that may take the place of those whose task lasts, see look_after()
  int running_per_tenant = 0;  ///< tasks of one tenant that may run at once; 0 = any number
  bool yields = false;         ///< whether the machine's other threads go before those of the pool
};

/// Threads that run tasks: those of one tenant in the order they were posted, tenants in turn, one
/// task each. Thread-safe. Tasks must not throw. The destructor runs what is queued, then joins.
class WorkerPool {
 public:
  /// @throws Error(kInvalidArgument) where there is no thread
  explicit WorkerPool(const PoolLimits& limits);
  explicit WorkerPool(int threads) : WorkerPool(PoolLimits{.threads = threads}) {}
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  void post(const std::string& tenant, Task task);
  void post(Task task) { post("", std::move(task)); }

  /// To be called again and again, a tenth of a second apart. A thread whose task has lasted since
  /// the call before while others wait loses its place to a new one: it goes behind all other
  /// threads of the machine and ends with its task. There are no more than the spare threads of
  /// these.
  void look_after();

  /// What the threads did when they were looked after last.
  struct Load {
    int lasting = 0;    ///< tasks that have run for the time asked for, or longer
    bool held = false;  ///< such tasks have every thread that there may be, and others wait
  };
  Load load(std::chrono::nanoseconds time) const;

  /// Cores less one for the network, at least one.
  static int default_thread_count();

 private:
  using Clock = std::chrono::steady_clock;

  /// The tasks of one tenant.
  struct Lane {
    std::deque<Task> tasks;
    int running = 0;
    bool listed = false;  ///< among ready_
  };
  struct Worker {
    std::thread thread;
    int thread_id = 0;  ///< of the operating system; 0 = has not begun
    bool busy = false;
    /// When the task in progress was first seen; none where it has not been.
    std::optional<Clock::time_point> seen;
    bool replaced = false;  ///< another has taken its place: it ends with its task
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
  std::map<std::string, Lane> lanes_;  ///< of every tenant that has ever posted
  std::deque<Lane*> ready_;            ///< whose first task may run, in turn
  std::vector<std::unique_ptr<Worker>> workers_;
  bool stopping_ = false;
};

}  // namespace raftup::server
