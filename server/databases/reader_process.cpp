#include "server/databases/reader_process.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <string>
#include <utility>

#include "hydro/base/error.hpp"
#include "server/base/child_process.hpp"
#include "server/base/file_descriptor.hpp"
#include "server/base/service_error.hpp"
#include "server/databases/content.hpp"
#include "server/databases/sandbox.hpp"

namespace raftup::server {

namespace {

using Clock = ChildProcess::Clock;
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

/// Reads all bytes from the pipe until it is closed. Returns false if the deadline passes first.
bool read_all(int pipe, Clock::time_point deadline, std::string& text) {
  std::array<char, std::size_t{1} << 16> block{};
  while (wait_until(pipe, POLLIN, deadline)) {
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

/// Throws an error that states why a child process ended without an answer.
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

FileContent ReaderProcess::read(const std::filesystem::path& file,
                                const std::vector<std::string>& accepted) const {
  const FileDescriptor input(open(file.c_str(), O_RDONLY | O_CLOEXEC));
  if (!input.valid()) fail("cannot open " + file.string());
  Pipe pipe;
  std::vector<std::string> command = {executable_.string()};
  command.insert(command.end(), accepted.begin(), accepted.end());
  ChildProcess child(command, {{input.get(), STDIN_FILENO}, {pipe.write_end.get(), STDOUT_FILENO}});
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
