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

/// A thread that writes to the disk in the background, so that sessions need not wait. Thread-safe.
/// The destructor completes the remaining work.
class DiskThread {
 public:
  DiskThread();
  ~DiskThread();
  DiskThread(const DiskThread&) = delete;
  DiskThread& operator=(const DiskThread&) = delete;

  /// Queues a task. Tasks run in the order in which they were posted. They must not throw.
  void post(Task task);

  /// Queues a file so that, within about 50 ms, its bytes are made to survive a power cut. Failures
  /// are logged.
  void sync_soon(const std::shared_ptr<AppendFile>& file);

  /// Number of bytes in the queued files that a power cut would lose now.
  std::uint64_t unsynced_bytes();

 private:
  void run();

  std::mutex mutex_;
  std::condition_variable wake_;
  std::deque<Task> tasks_;
  std::vector<std::shared_ptr<AppendFile>> unsynced_;  ///< queued files, each once
  /// Time at which all queued files are synchronized.
  std::chrono::steady_clock::time_point sync_time_;
  bool stopping_ = false;
  std::thread thread_;
};

}  // namespace raftup::server
