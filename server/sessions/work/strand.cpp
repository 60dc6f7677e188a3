#include "server/sessions/work/strand.hpp"

#include <utility>

namespace raftup::server {

struct Strand::Queue {
  explicit Queue(WorkerPool& workers) : pool(workers) {}

  WorkerPool& pool;
  std::mutex mutex;
  std::deque<Task> tasks;
  bool busy = false;  ///< a task runs, or the pool has been asked to run one
};

Strand::Strand(WorkerPool& pool) : queue_(std::make_shared<Queue>(pool)) {}

void Strand::post(Task task) {
  {
    const std::lock_guard lock(queue_->mutex);
    queue_->tasks.push_back(std::move(task));
    if (std::exchange(queue_->busy, true)) return;
  }
  queue_->pool.post([queue = queue_] { run_next(queue); });
}

void Strand::dispatch(Task task) {
  const std::shared_ptr<Queue> queue = queue_;  // the task may destroy this strand
  {
    const std::lock_guard lock(queue->mutex);
    if (std::exchange(queue->busy, true)) {
      queue->tasks.push_back(std::move(task));
      return;
    }
  }
  task();
  finish(queue);
}

void Strand::run_next(const std::shared_ptr<Queue>& queue) {
  Task task;
  {
    const std::lock_guard lock(queue->mutex);
    task = std::move(queue->tasks.front());
    queue->tasks.pop_front();
  }
  task();
  task = nullptr;  // what it holds goes before the next one runs
  finish(queue);
}

void Strand::finish(const std::shared_ptr<Queue>& queue) {
  {
    const std::lock_guard lock(queue->mutex);
    if (queue->tasks.empty()) {
      queue->busy = false;
      return;
    }
  }
  queue->pool.post([queue] { run_next(queue); });
}

}  // namespace raftup::server
