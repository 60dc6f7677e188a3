#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <string>

#include "hydro/base/cancellation.hpp"
#include "server/sessions/work/worker_pool.hpp"

namespace raftup::server {

/// A queue of tasks on a pool. Its tasks never overlap and run in the order in which they came, one
/// slot of the pool for each task, so that a busy strand does not block others. Thread-safe. Tasks
/// must not throw. Queued tasks keep the internals of the strand alive and run even if the Strand
/// object has been destroyed.
class Strand {
 public:
  /// @param tenant whose turn in the pool its tasks use
  explicit Strand(WorkerPool& pool, const std::string& tenant = "");

  /// Adds a task to the queue.
  void post(Task task);

  /// Adds a task for which a step in progress is interrupted: interruption() is requested until it
  /// is its turn.
  void post_urgent(Task task);
  /// The cancellation that interruptible tasks must check.
  const Cancellation& interruption() const;

  /// Runs a task immediately in the calling thread if nothing is running or queued, and otherwise
  /// queues it. This saves two changes of thread for short tasks.
  void dispatch(Task task);

 private:
  struct Queue;
  static void run_next(const std::shared_ptr<Queue>& queue);
  static void finish(const std::shared_ptr<Queue>& queue);

  std::shared_ptr<Queue> queue_;
};

}  // namespace raftup::server
