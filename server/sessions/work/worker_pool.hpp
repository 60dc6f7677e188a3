#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

namespace raftup::server {

using Task = std::function<void()>;

/// Threads that run tasks in the order they were posted. Thread-safe. Tasks must not throw.
/// The destructor runs what is queued, then joins.
class WorkerPool {
 public:
  /// @param thread_count >= 1
  explicit WorkerPool(int thread_count);
  ~WorkerPool();
  WorkerPool(const WorkerPool&) = delete;
  WorkerPool& operator=(const WorkerPool&) = delete;

  void post(Task task);

  /// Cores less one for the network, at least one.
  static int default_thread_count();

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Task> tasks_;
  bool stopping_ = false;
  std::vector<std::thread> threads_;
};

}  // namespace raftup::server
