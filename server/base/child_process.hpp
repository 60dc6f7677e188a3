#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "server/base/file_descriptor.hpp"

namespace raftup::server {

/// What a program finds open: descriptor `there` is our `here`.
struct ChildDescriptor {
  int here;
  int there;
};

/// A program that runs in a process of its own and does not outlive this object. It has the
/// descriptors that it is given, /dev/null where of the first three it is given none, and no
/// environment.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;

  /// @param arguments the program first
  /// @throws Error(kInternal) where it cannot be started
  ChildProcess(std::vector<std::string> arguments, const std::vector<ChildDescriptor>& descriptors);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t id() const { return id_; }

  /// Kills it if it still runs; its status as waitpid() gives it.
  int end();

  /// Waits for its own end, and kills it at the deadline.
  int wait(Clock::time_point deadline);

 private:
  pid_t id_ = -1;
};

/// Waits for one of the events of poll(); false where the deadline passes first.
/// @throws Error(kInternal); Cancelled where the work of the calling thread is cancelled
bool wait_until(int descriptor, short events, ChildProcess::Clock::time_point deadline);

}  // namespace raftup::server
