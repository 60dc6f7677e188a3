#include "server/sessions/work/worker_pool.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hydro/base/error.hpp"

namespace raftup::server {

WorkerPool::WorkerPool(int thread_count) {
  require(thread_count >= 1, fmt::format("workers must be at least 1, got {}", thread_count));
  threads_.reserve(static_cast<std::size_t>(thread_count));
  for (int i = 0; i < thread_count; ++i) threads_.emplace_back([this] { run(); });
}

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (auto& thread : threads_) thread.join();
}

void WorkerPool::post(Task task) {
  const std::lock_guard lock(mutex_);
  tasks_.push_back(std::move(task));
  wake_.notify_one();  // under the lock: the task may lead to the end of this pool
}

int WorkerPool::default_thread_count() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);
}

void WorkerPool::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [this] { return stopping_ || !tasks_.empty(); });
    if (tasks_.empty()) return;
    const Task task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    task();
    lock.lock();
  }
}

}  // namespace raftup::server
