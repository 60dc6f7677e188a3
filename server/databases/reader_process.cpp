#include "server/databases/reader_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>
#include <utility>

#include "hydro/base/error.hpp"
#include "server/base/file_descriptor.hpp"
#include "server/base/service_error.hpp"
#include "server/databases/content.hpp"
#include "server/databases/sandbox.hpp"

namespace raftup::server {

namespace {

using Clock = std::chrono::steady_clock;
using internal::v1::ReaderAnswer;

constexpr std::size_t kMaximumAnswer = std::size_t{1} << 30;

[[noreturn]] void fail(const std::string& what) {
  throw Error(ErrorCode::kInternal,
              fmt::format("reader process: {}: {}", what, std::strerror(errno)));
}

struct Pipe {
  Pipe() {
    std::array<int, 2> ends{};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) fail("no pipe");
    read_end = FileDescriptor(ends[0]);
    write_end = FileDescriptor(ends[1]);
  }
  FileDescriptor read_end, write_end;
};

/// What the child's descriptors are: the file, the pipe, nothing else.
class SpawnActions {
 public:
  SpawnActions(int input, int output) {
    posix_spawn_file_actions_init(&actions_);
    posix_spawn_file_actions_adddup2(&actions_, input, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions_, output, STDOUT_FILENO);
    posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    posix_spawn_file_actions_addclosefrom_np(&actions_, STDERR_FILENO + 1);
  }
  ~SpawnActions() { posix_spawn_file_actions_destroy(&actions_); }
  SpawnActions(const SpawnActions&) = delete;
  SpawnActions& operator=(const SpawnActions&) = delete;

  const posix_spawn_file_actions_t* get() const { return &actions_; }

 private:
  posix_spawn_file_actions_t actions_{};
};

/// Waits until there is something to read; false where the deadline passes first.
bool wait_readable(int descriptor, Clock::time_point deadline) {
  for (;;) {
    const auto left =
        std::chrono::duration_cast<std::chrono::milliseconds>(deadline - Clock::now()).count();
    if (left <= 0) return false;
    pollfd waiting{descriptor, POLLIN, 0};
    if (poll(&waiting, 1, static_cast<int>(left)) < 0 && errno != EINTR) fail("cannot wait");
    if (waiting.revents != 0) return true;
  }
}

/// A child that does not outlive this object.
class Child {
 public:
  Child(const std::string& program, int input, int output) {
    const SpawnActions actions(input, output);
    std::string name = program;
    std::array<char*, 2> arguments = {name.data(), nullptr};
    std::array<char*, 1> environment = {nullptr};
    errno = posix_spawn(&id_, program.c_str(), actions.get(), nullptr, arguments.data(),
                        environment.data());
    if (errno != 0) fail("cannot start " + program);
  }
  ~Child() {
    if (id_ > 0) end();
  }
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// Kills it if it still runs; its status as waitpid() gives it.
  int end() {
    const pid_t id = std::exchange(id_, -1);
    kill(id, SIGKILL);
    int status = 0;
    while (waitpid(id, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
  }

  /// Waits for its own end, and kills it at the deadline.
  int wait(Clock::time_point deadline) {
    // The C library's pidfd_open() cannot be linked from C++ in glibc 2.36.
    const FileDescriptor exit(static_cast<int>(syscall(SYS_pidfd_open, id_, 0)));
    if (!exit.valid()) fail("cannot watch its end");
    wait_readable(exit.get(), deadline);
    return end();
  }

 private:
  pid_t id_ = -1;
};

/// All that comes through the pipe until it closes; false where the deadline passes first.
bool read_all(int pipe, Clock::time_point deadline, std::string& text) {
  std::array<char, std::size_t{1} << 16> block{};
  while (wait_readable(pipe, deadline)) {
    const ssize_t count = read(pipe, block.data(), block.size());
    if (count == 0) return true;
    if (count < 0 && errno != EINTR) fail("cannot read its answer");
    if (count > 0) text.append(block.data(), static_cast<std::size_t>(count));
    if (text.size() > kMaximumAnswer) {
      throw Error(ErrorCode::kResourceExhausted,
                  fmt::format("the file holds more than {} bytes of coefficients", kMaximumAnswer));
    }
  }
  return false;
}

/// Why a child that gave no answer ended.
[[noreturn]] void refuse_by_status(int status) {
  if (WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU) {
    throw Error(ErrorCode::kInvalidArgument,
                fmt::format("the file took the reader more than {} s of CPU", kReaderCpuSeconds));
  }
  if (WIFSIGNALED(status)) {
    throw ServiceError(Reason::kParserCrashed,
                       fmt::format("the file crashed the reader (signal {}, {})", WTERMSIG(status),
                                   sigdescr_np(WTERMSIG(status))));
  }
  throw Error(ErrorCode::kInternal, fmt::format("the reader process ended without an answer, "
                                                "exit status {}",
                                                WEXITSTATUS(status)));
}

ErrorCode code_from_number(int number) {
  return number >= 0 && number <= static_cast<int>(ErrorCode::kInternal)
             ? static_cast<ErrorCode>(number)
             : ErrorCode::kInternal;
}

FileContent to_content(const std::string& text) {
  ReaderAnswer answer;
  if (!answer.ParseFromString(text) || answer.kind_case() == ReaderAnswer::KIND_NOT_SET) {
    throw Error(ErrorCode::kInternal, "the reader process gave an answer that cannot be parsed");
  }
  if (answer.has_refusal()) {
    throw Error(code_from_number(answer.refusal().code()), answer.refusal().message());
  }
  return content_from_message(answer.content());
}

}  // namespace

ReaderProcess::ReaderProcess(std::filesystem::path executable, std::chrono::milliseconds timeout)
    : executable_(std::move(executable)), timeout_(timeout) {
  if (access(executable_.c_str(), X_OK) != 0) {
    throw Error(ErrorCode::kNotFound, fmt::format("the reader program {} cannot be run: {}",
                                                  executable_.string(), std::strerror(errno)));
  }
}

std::filesystem::path ReaderProcess::installed_executable() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / "raftup-read-database";
}

FileContent ReaderProcess::read(const std::filesystem::path& file) const {
  const FileDescriptor input(open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!input.valid()) fail("cannot open " + file.string());
  Pipe pipe;
  Child child(executable_.string(), input.get(), pipe.write_end.get());
  pipe.write_end.reset();
  const Clock::time_point deadline = Clock::now() + timeout_;
  std::string text;
  if (!read_all(pipe.read_end.get(), deadline, text)) {
    throw Error(ErrorCode::kInvalidArgument,
                fmt::format("the file took the reader longer than {} s",
                            static_cast<double>(timeout_.count()) * 1e-3));
  }
  const int status = child.wait(deadline);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) refuse_by_status(status);
  return to_content(text);
}

}  // namespace raftup::server
