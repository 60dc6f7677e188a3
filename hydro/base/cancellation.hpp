/// @file Cancellation of computations whose result is no longer needed.
#pragma once

#include <atomic>
#include <exception>

namespace raftup {

/// Thrown by check_cancelled(). It is not an Error, so that code which handles the failure of a
/// computation does not mistake a cancelled one for a failed one.
class Cancelled final : public std::exception {
 public:
  const char* what() const noexcept override { return "the work was cancelled"; }
};

/// Requests to stop a piece of work. Any thread may make them while another does the work. They are
/// counted, and each can be withdrawn by the code that made it. Thread-safe.
class Cancellation {
 public:
  void request() noexcept { requests_.fetch_add(1, std::memory_order_relaxed); }
  void withdraw() noexcept { requests_.fetch_sub(1, std::memory_order_relaxed); }
  bool requested() const noexcept { return requests_.load(std::memory_order_relaxed) > 0; }

 private:
  std::atomic<int> requests_{0};
};

/// Connects the computations of this thread with the requests of a Cancellation as long as the
/// object exists. If scopes are nested, the innermost one counts. The libraries hydro and solver
/// start no threads, so that the whole computation of a call runs in the thread of the call.
class CancellationScope {
 public:
  explicit CancellationScope(const Cancellation& cancellation) noexcept
      : cancellation_(cancellation) {
    innermost_ = this;
  }
  ~CancellationScope() { innermost_ = outer_; }
  CancellationScope(const CancellationScope&) = delete;
  CancellationScope& operator=(const CancellationScope&) = delete;

 private:
  friend void check_cancelled();

  static inline constinit thread_local const CancellationScope* innermost_ = nullptr;

  const CancellationScope* outer_ = innermost_;
  const Cancellation& cancellation_;
};

/// Throws an exception if the computation of this thread was cancelled. It is called in every loop
/// that may take long, at places where an exception leaves all objects either unchanged or unused.
/// It costs two reads of memory.
/// @throws Cancelled if the Cancellation of the innermost scope has a request
inline void check_cancelled() {
  const CancellationScope* const scope = CancellationScope::innermost_;
  if (scope != nullptr && scope->cancellation_.requested()) throw Cancelled();
}

}  // namespace raftup
