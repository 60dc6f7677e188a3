#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "server/base/file_descriptor.hpp"

namespace raftup::server {

/// A file descriptor of the child process: its number `there` is a copy of our descriptor `here`.
struct ChildDescriptor {
  int here;
  int there;
};

/// A program in a process of its own that does not outlive this object. It gets the given
/// descriptors, /dev/null for those of the first three that are not given, and an empty
/// environment.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;

  /// @param arguments the program and its arguments
  /// @throws Error(kInternal) if it cannot be started
  ChildProcess(std::vector<std::string> arguments, const std::vector<ChildDescriptor>& descriptors);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t id() const { return id_; }

  /// Kills the process if it still runs; returns its status as waitpid() does.
  int end();

  /// Waits for the end of the process, and kills it at the deadline.
  int wait(Clock::time_point deadline);

 private:
  pid_t id_ = -1;
};

/// Waits for one of the events of poll(); returns false if the deadline passes first.
/// @throws Error(kInternal); Cancelled if the work of the calling thread is cancelled
bool wait_until(int descriptor, short events, ChildProcess::Clock::time_point deadline);

}  // namespace raftup::server
