#pragma once

#include <deque>
#include <memory>
#include <mutex>
#include <string>

#include "hydro/base/cancellation.hpp"
#include "server/sessions/work/worker_pool.hpp"

namespace raftup::server {

/// A serial queue over a pool: its tasks never overlap and run in the order they came in, one pool
/// slot a task, so that a busy strand does not starve others. Thread-safe. Tasks must not throw.
/// Queued tasks keep the strand's inside alive; they still run when the Strand itself is gone.
class Strand {
 public:
  /// @param tenant whose turn in the pool its tasks have
  explicit Strand(WorkerPool& pool, const std::string& tenant = "");

  /// Queues for the pool.
  void post(Task task);

  /// Queues for the pool a task for which a step in progress gives way: interruption() is requested
  /// until its turn has come.
  void post_urgent(Task task);
  /// Tasks that may be given up and done anew look at it.
  const Cancellation& interruption() const;

  /// Runs at once in the calling thread when nothing is running or queued, else queues: saves two
  /// hops between threads for tasks that are short.
  void dispatch(Task task);

 private:
  struct Queue;
  static void run_next(const std::shared_ptr<Queue>& queue);
  static void finish(const std::shared_ptr<Queue>& queue);

  std::shared_ptr<Queue> queue_;
};

}  // namespace raftup::server
