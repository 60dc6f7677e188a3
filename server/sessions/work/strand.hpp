#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <string>

#include "hydro/base/cancellation.hpp"
#include "server/sessions/work/worker_pool.hpp"

namespace raftup::server {

/// A queue of tasks that run on a pool of threads. The tasks of a strand never overlap and run in
/// the order in which they were added. Each task takes its own turn in the pool, so that a busy
/// strand does not block others. Thread-safe. Tasks must not throw. Queued tasks run even if the
/// Strand object has been destroyed.
class Strand {
 public:
  /// @param tenant the tasks take their turns in the pool as tasks of this tenant
  explicit Strand(WorkerPool& pool, const std::string& tenant = "");

  /// Adds a task to the queue.
  void post(Task task);

  /// Adds a task to the end of the queue and requests the cancellation interruption() until the
  /// task starts, so that a step in progress is interrupted.
  void post_urgent(Task task);
  /// The cancellation that interruptible tasks of this strand must check.
  const Cancellation& interruption() const;

  /// Runs a task immediately in the calling thread if no task is running or queued, and otherwise
  /// queues it. For short tasks this avoids two switches between threads.
  void dispatch(Task task);

 private:
  struct Queue;
  static void run_next(const std::shared_ptr<Queue>& queue);
  static void finish(const std::shared_ptr<Queue>& queue);

  std::shared_ptr<Queue> queue_;
};

}  // namespace raftup::server
