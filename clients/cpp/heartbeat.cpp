#include "clients/cpp/heartbeat.hpp"

#include <utility>

namespace raftup::client {

Heartbeat::Heartbeat(std::chrono::milliseconds period, std::function<bool()> beat)
    : thread_([this, period, beat = std::move(beat)] {
        std::unique_lock lock(mutex_);
        while (!ended_changed_.wait_for(lock, period, [this] { return ended_; })) {
          lock.unlock();
          if (!beat()) return;
          lock.lock();
        }
      }) {}

Heartbeat::~Heartbeat() {
  {
    const std::scoped_lock lock(mutex_);
    ended_ = true;
  }
  ended_changed_.notify_all();
  thread_.join();
}

}  // namespace raftup::client
