#include "server/sessions/work/worker_pool.hpp"

#include <fmt/format.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "hydro/base/error.hpp"

namespace raftup::server {

namespace {

// Nice values of threads that give way to others. On Linux each thread has its own nice value.
constexpr int kYields = 5;
constexpr int kReplaced = 10;

/// Raises the nice value of a thread.
/// @param thread_id thread id of the operating system; 0 for the calling thread
void step_back(int thread_id, int nice) {
  setpriority(PRIO_PROCESS, static_cast<id_t>(thread_id), nice);
}

}  // namespace

WorkerPool::WorkerPool(const PoolLimits& limits) : limits_(limits) {
  require(limits.threads >= 1, fmt::format("workers must be at least 1, got {}", limits.threads));
  const std::lock_guard lock(mutex_);
  for (int i = 0; i < limits.threads; ++i) start_worker();
}

WorkerPool::~WorkerPool() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  wake_.notify_all();
  for (const auto& worker : workers_) worker->thread.join();
}

void WorkerPool::post(const std::string& tenant, Task task) {
  const std::lock_guard lock(mutex_);
  Lane& lane = lanes_[tenant];
  lane.tasks.push_back(std::move(task));
  list(lane);
}

/// Adds a lane to the lanes whose next task can run, if the tenant's limit permits it.
void WorkerPool::list(Lane& lane) {
  const bool full = limits_.running_per_tenant > 0 && lane.running >= limits_.running_per_tenant;
  if (lane.listed || lane.tasks.empty() || full) return;
  lane.listed = true;
  ready_.push_back(&lane);
  wake_.notify_one();  // under the lock, since the task may destroy this pool
}

int WorkerPool::default_thread_count() {
  return std::max(1, static_cast<int>(std::thread::hardware_concurrency()) - 1);
}

// --- threads ------------------------------------------------------------------------------------

void WorkerPool::start_worker() {
  Worker& worker = *workers_.emplace_back(std::make_unique<Worker>());
  worker.thread = std::thread([this, &worker] { run(worker); });
}

void WorkerPool::run(Worker& worker) {
  if (limits_.yields) step_back(0, kYields);
  std::unique_lock lock(mutex_);
  worker.thread_id = gettid();
  while (!worker.replaced) {
    wake_.wait(lock, [this] { return stopping_ || !ready_.empty(); });
    if (ready_.empty()) return;
    run_task(worker, lock);
  }
  worker.ended = true;
}

void WorkerPool::run_task(Worker& worker, std::unique_lock<std::mutex>& lock) {
  Lane& lane = *ready_.front();
  ready_.pop_front();
  lane.listed = false;
  Task task = std::move(lane.tasks.front());
  lane.tasks.pop_front();
  ++lane.running;
  list(lane);
  worker.busy = true;
  worker.seen.reset();
  lock.unlock();
  task();
  task = nullptr;  // release its objects before the next task runs
  lock.lock();
  worker.busy = false;
  --lane.running;
  list(lane);
}

// --- tasks that last ----------------------------------------------------------------------------

void WorkerPool::look_after() {
  join_ended();
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  // NOLINTNEXTLINE(modernize-loop-convert): workers may be added in the loop
  for (std::size_t i = 0; i < workers_.size(); ++i) {
    Worker& worker = *workers_[i];
    if (!worker.busy) continue;
    if (!worker.seen) {
      worker.seen = now;
    } else if (!worker.replaced && !ready_.empty() && may_replace()) {
      replace(worker);
    }
  }
}

bool WorkerPool::may_replace() const {
  const int most = limits_.threads + limits_.spare_threads;
  return !stopping_ && std::cmp_less(workers_.size(), most);
}

void WorkerPool::replace(Worker& worker) {
  worker.replaced = true;
  step_back(worker.thread_id, kReplaced);
  start_worker();
}

void WorkerPool::join_ended() {
  std::vector<std::unique_ptr<Worker>> ended;
  {
    const std::lock_guard lock(mutex_);
    const auto first = std::stable_partition(workers_.begin(), workers_.end(),
                                             [](const auto& worker) { return !worker->ended; });
    std::move(first, workers_.end(), std::back_inserter(ended));
    workers_.erase(first, workers_.end());
  }
  for (const auto& worker : ended) worker->thread.join();
}

WorkerPool::Load WorkerPool::load(std::chrono::nanoseconds time) const {
  const std::lock_guard lock(mutex_);
  const auto now = Clock::now();
  Load load;
  for (const auto& worker : workers_) {
    if (worker->busy && worker->seen && now - *worker->seen >= time) ++load.lasting;
  }
  const bool all = std::cmp_equal(load.lasting, workers_.size());
  load.held = all && !may_replace() && !ready_.empty();
  return load;
}

}  // namespace raftup::server
