#pragma once

#include <chrono>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace raftup::client {

/// Calls `beat` in a thread of its own, again and again, until it returns false or the object goes.
class Heartbeat {
 public:
  /// @param period between two calls, and before the first
  Heartbeat(std::chrono::milliseconds period, std::function<bool()> beat);
  /// Waits for a call in progress.
  ~Heartbeat();
  Heartbeat(const Heartbeat&) = delete;
  Heartbeat& operator=(const Heartbeat&) = delete;

 private:
  std::mutex mutex_;
  std::condition_variable ended_changed_;
  bool ended_ = false;
  std::thread thread_;
};

}  // namespace raftup::client
