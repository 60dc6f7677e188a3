#include "server/base/child_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"

namespace raftup::server {

namespace {

/// Longest duration of one poll(), after which cancellation is checked again.
constexpr std::chrono::milliseconds kLongestWait(50);

[[noreturn]] void fail(const std::string& what) {
  throw Error(ErrorCode::kInternal, fmt::format("{}: {}", what, std::strerror(errno)));
}

/// The actions by which a child process gets the given descriptors and no others. The standard
/// streams are /dev/null unless they are among the given ones.
class SpawnActions {
 public:
  explicit SpawnActions(const std::vector<ChildDescriptor>& descriptors) {
    posix_spawn_file_actions_init(&actions_);
    for (int standard = STDIN_FILENO; standard <= STDERR_FILENO; ++standard) {
      posix_spawn_file_actions_addopen(&actions_, standard, "/dev/null", O_RDWR, 0);
    }
    int last = STDERR_FILENO;
    for (const ChildDescriptor& one : descriptors) {
      posix_spawn_file_actions_adddup2(&actions_, one.here, one.there);
      last = std::max(last, one.there);
    }
    posix_spawn_file_actions_addclosefrom_np(&actions_, last + 1);
  }
  ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;

  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

}  // namespace

ChildProcess::ChildProcess(std::vector<std::string> arguments,
                           const std::vector<ChildDescriptor>& descriptors) {
  const SpawnActions actions(descriptors);
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  std::array<char*, 1> environment = {nullptr};
  errno = posix_spawn(&id_, arguments.front().c_str(), actions.get(), nullptr, pointers.data(),
                      environment.data());
  if (errno != 0) {
    id_ = -1;
    fail("cannot start " + arguments.front());
  }
}

ChildProcess::~ChildProcess() {
  if (id_ > 0) end();
}

int ChildProcess::end() {
  const pid_t id = std::exchange(id_, -1);
  kill(id, SIGKILL);
  int status = 0;
  while (waitpid(id, &status, 0) < 0 && errno == EINTR) {
  }
  return status;
}

int ChildProcess::wait(Clock::time_point deadline) {
  // The C library's pidfd_open() cannot be linked from C++ in glibc 2.36.
  const FileDescriptor exit(static_cast<int>(syscall(SYS_pidfd_open, id_, 0)));
  if (!exit.valid()) fail("cannot watch the end of a process");
  wait_until(exit.get(), POLLIN, deadline);
  return end();
}

bool wait_until(int descriptor, short events, ChildProcess::Clock::time_point deadline) {
  for (;;) {
    check_cancelled();
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(
        deadline - ChildProcess::Clock::now());
    if (left.count() <= 0) return false;
    pollfd waiting{descriptor, events, 0};
    if (poll(&waiting, 1, static_cast<int>(std::min(left, kLongestWait).count())) < 0 &&
        errno != EINTR) {
      fail("cannot wait for a process");
    }
    if (waiting.revents != 0) return true;
  }
}

}  // namespace raftup::server
