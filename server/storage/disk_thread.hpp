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

/// A thread for writing for which sessions do not wait. Thread-safe. The destructor completes the
/// remaining work.
class DiskThread {
 public:
  DiskThread();
  ~DiskThread();
  DiskThread(const DiskThread&) = delete;
  DiskThread& operator=(const DiskThread&) = delete;

  /// Runs tasks in the order in which they came. They must not throw.
  void post(Task task);

  /// Synchronises the file within about 50 ms, together with others; failures are logged.
  void sync_soon(const std::shared_ptr<AppendFile>& file);

  /// Number of bytes in files that wait to be synchronised, which a power cut would lose now.
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
