#include "server/storage/disk_thread.hpp"

#include <spdlog/spdlog.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <numeric>
#include <utility>

namespace raftup::server {

namespace {

using Clock = std::chrono::steady_clock;

constexpr auto kSyncPeriod = std::chrono::milliseconds(50);

void sync_all(const std::vector<std::shared_ptr<AppendFile>>& files) {
  for (const auto& file : files) {
    try {
      file->sync();
    } catch (const std::exception& error) {
      spdlog::error("{} may not outlive a power cut: {}", file->path().string(), error.what());
    }
  }
}

}  // namespace

DiskThread::DiskThread() : thread_([this] { run(); }) {}

DiskThread::~DiskThread() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

void DiskThread::post(Task task) {
  const std::lock_guard lock(mutex_);
  tasks_.push_back(std::move(task));
  wake_.notify_one();
}

void DiskThread::sync_soon(const std::shared_ptr<AppendFile>& file) {
  const std::lock_guard lock(mutex_);
  if (std::find(unsynced_.begin(), unsynced_.end(), file) != unsynced_.end()) return;
  unsynced_.push_back(file);
  if (unsynced_.size() > 1) return;
  sync_time_ = Clock::now() + kSyncPeriod;
  wake_.notify_one();
}

std::uint64_t DiskThread::unsynced_bytes() {
  const std::lock_guard lock(mutex_);
  return std::accumulate(
      unsynced_.begin(), unsynced_.end(), std::uint64_t{0},
      [](std::uint64_t sum, const auto& file) { return sum + file->unsynced_bytes(); });
}

void DiskThread::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    if (!unsynced_.empty() && (stopping_ || Clock::now() >= sync_time_)) {
      const auto files = std::exchange(unsynced_, {});
      lock.unlock();
      sync_all(files);
      lock.lock();
    } else if (!tasks_.empty()) {
      const Task task = std::move(tasks_.front());
      tasks_.pop_front();
      lock.unlock();
      task();
      lock.lock();
    } else if (stopping_) {
      return;
    } else if (unsynced_.empty()) {
      wake_.wait(lock);
    } else {
      wake_.wait_until(lock, sync_time_);
    }
  }
}

}  // namespace raftup::server
