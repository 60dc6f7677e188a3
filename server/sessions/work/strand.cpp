#include "server/sessions/work/strand.hpp"

#include <utility>

namespace raftup::server {

struct Strand::Queue {
  Queue(WorkerPool& workers, const std::string& owner) : pool(workers), tenant(owner) {}

  WorkerPool& pool;
  const std::string tenant;
  Cancellation interruption;
  std::mutex mutex;
  std::deque<Task> tasks;
  bool busy = false;  ///< a task runs or was passed to the pool
};

Strand::Strand(WorkerPool& pool, const std::string& tenant)
    : queue_(std::make_shared<Queue>(pool, tenant)) {}

void Strand::post(Task task) {
  {
    const std::lock_guard lock(queue_->mutex);
    queue_->tasks.push_back(std::move(task));
    if (std::exchange(queue_->busy, true)) return;
  }
  queue_->pool.post(queue_->tenant, [queue = queue_] { run_next(queue); });
}

void Strand::post_urgent(Task task) {
  queue_->interruption.request();
  // The queue must outlive its tasks, which may destroy this strand.
  post([queue = queue_, task = std::move(task)] {
    queue->interruption.withdraw();
    task();
  });
}

const Cancellation& Strand::interruption() const { return queue_->interruption; }

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
  task = nullptr;  // release its objects before the next task runs
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
  queue->pool.post(queue->tenant, [queue] { run_next(queue); });
}

}  // namespace raftup::server
