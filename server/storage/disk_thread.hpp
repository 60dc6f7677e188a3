#pragma once

#include <condition_variable>
#include <deque>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "server/base/durable_file.hpp"
#include "server/sessions/work/worker_pool.hpp"

namespace raftup::server {

/// A thread for what sessions write and do not wait for. Thread-safe.
/// The destructor does what is left to do.
class DiskThread {
 public:
  DiskThread();
  ~DiskThread();
  DiskThread(const DiskThread&) = delete;
  DiskThread& operator=(const DiskThread&) = delete;

  /// Runs tasks in the order they came. They must not throw.
  void post(Task task);

  /// Synchronises the file within 50 ms or so, together with others; what fails is logged.
  void sync_soon(const std::shared_ptr<AppendFile>& file);

  /// Of the files that wait to be synchronised: what a power cut would take now.
  std::uint64_t unsynced_bytes();

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Task> tasks_;
  std::vector<std::shared_ptr<AppendFile>> unsynced_;  ///< each once
  std::chrono::steady_clock::time_point sync_time_;    ///< of all of them
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace raftup::server
