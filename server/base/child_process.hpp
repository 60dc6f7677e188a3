#pragma once

#include <sys/types.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "server/base/file_descriptor.hpp"

namespace raftup::server {

/// A file descriptor that a child process inherits: the descriptor `here` of this process becomes
/// the descriptor with the number `there` of the child.
struct ChildDescriptor {
  int here;
  int there;
};

/// A program that runs in a process of its own, which is killed at the latest when this object is
/// destroyed. The process inherits the given descriptors. Those of its descriptors 0 to 2 that are
/// not given are connected to /dev/null. Its environment is empty.
class ChildProcess {
 public:
  using Clock = std::chrono::steady_clock;

  /// Starts the program.
  /// @param arguments path of the program, followed by its arguments
  /// @throws Error(kInternal) if the program cannot be started
  ChildProcess(std::vector<std::string> arguments, const std::vector<ChildDescriptor>& descriptors);
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t id() const { return id_; }

  /// Kills the process if it is still running.
  /// @returns the status of the process in the form that waitpid() uses
  int end();

  /// Waits for the end of the process, and kills the process at the deadline.
  /// @returns the status of the process in the form that waitpid() uses
  int wait(Clock::time_point deadline);

 private:
  pid_t id_ = -1;
};

/// Waits until one of `events`, in the notation of poll(), occurs for a descriptor.
/// @returns false if the deadline passes first
/// @throws Error(kInternal); Cancelled if the work of the calling thread is cancelled
bool wait_until(int descriptor, short events, ChildProcess::Clock::time_point deadline);

}  // namespace raftup::server
