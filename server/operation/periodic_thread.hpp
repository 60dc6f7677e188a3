#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>
#include <utility>

namespace raftup::server {

/// A thread that runs a task immediately and then once after each period, until the object is
/// destroyed. The task must not throw.
class PeriodicThread {
 public:
  PeriodicThread(std::chrono::milliseconds period, std::function<void()> task)
      : thread_([this, period, task = std::move(task)] {
          std::unique_lock lock(mutex_);
          do {
            lock.unlock();
            task();
            lock.lock();
          } while (!stop_.wait_for(lock, period, [this] { return stopping_; }));
        }) {}
  ~PeriodicThread() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    stop_.notify_all();
    thread_.join();
  }
  PeriodicThread(const PeriodicThread&) = delete;
  PeriodicThread& operator=(const PeriodicThread&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable stop_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace raftup::server
