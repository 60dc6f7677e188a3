#include "server/operation/periodic_thread.hpp"

#include <utility>

namespace raftup::server {

PeriodicThread::PeriodicThread(std::chrono::milliseconds period, std::function<void()> task)
    : thread_([this, period, task = std::move(task)] {
        std::unique_lock lock(mutex_);
        do {
          lock.unlock();
          task();
          lock.lock();
        } while (!stop_.wait_for(lock, period, [this] { return stopping_; }));
      }) {}

PeriodicThread::~PeriodicThread() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  stop_.notify_all();
  thread_.join();
}

}  // namespace raftup::server
