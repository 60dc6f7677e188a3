#include "server/moorings/mooring_process.hpp"

#include <fmt/format.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/wait.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <fstream>
#include <iterator>
#include <utility>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"
#include "hydro/base/sha256.hpp"
#include "server/moorings/mooring_messages.hpp"

namespace raftup::server {

namespace {

[[noreturn]] void fail(const char* what) {
  throw Error(ErrorCode::kInternal,
              fmt::format("mooring system: {}: {}", what, std::strerror(errno)));
}

/// Converts an error of MoorDyn. An input that MoorDyn has read but cannot compute is no defect of
/// this program.
[[noreturn]] void refuse(const Error& error) {
  if (error.code() == ErrorCode::kInternal) throw SolverFailure(error.what());
  throw Error(error);
}

/// Returns a file in memory that contains a text and is positioned at its beginning.
FileDescriptor file_of(const std::string& text) {
  FileDescriptor file(memfd_create("moorings", MFD_CLOEXEC));
  if (!file.valid()) fail("no file for its input");
  std::string_view left = text;
  while (!left.empty()) {
    const ssize_t count = ::write(file.get(), left.data(), left.size());
    if (count < 0 && errno != EINTR) fail("cannot write its input");
    if (count > 0) left.remove_prefix(static_cast<std::size_t>(count));
  }
  if (lseek(file.get(), 0, SEEK_SET) != 0) fail("cannot write its input");
  return file;
}

std::pair<FileDescriptor, FileDescriptor> make_sockets() {
  std::array<int, 2> ends{};
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends.data()) != 0) fail("no socket");
  return {FileDescriptor(ends[0]), FileDescriptor(ends[1])};
}

/// Describes how a process without an answer ended.
std::string fate(int status) {
  if (WIFSIGNALED(status)) {
    return fmt::format("MoorDyn crashed (signal {}, {})", WTERMSIG(status),
                       sigdescr_np(WTERMSIG(status)));
  }
  return fmt::format("MoorDyn ended without an answer, exit status {}", WEXITSTATUS(status));
}

}  // namespace

MooringProcess::MooringProcess(MoorDynProgram program, std::string input)
    : program_(std::move(program)), input_(std::move(input)) {}

MooringProcess::~MooringProcess() = default;

void MooringProcess::start() {
  if (process_) return;
  auto [ours, theirs] = make_sockets();
  const FileDescriptor input = file_of(input_);
  process_.emplace(
      std::vector<std::string>{program_.executable.string(), program_.library.string()},
      std::vector<ChildDescriptor>{{theirs.get(), kMooringSocket}, {input.get(), kMooringInput}});
  socket_ = std::move(ours);
  theirs.reset();
  MooringReply reply = receive(ErrorCode::kInternal);
  if (!reply.refusal) return;
  process_.reset();
  refuse(*reply.refusal);
}

MooringReply MooringProcess::receive(ErrorCode code) {
  const ReceivedMessage message =
      receive_message(socket_.get(), ChildProcess::Clock::now() + program_.timeout);
  const auto give_up = [&](const std::string& why) {
    process_.reset();
    refuse(Error(code, why));
  };
  switch (message.end) {
    case ReceivedMessage::End::kWhole:
      break;
    case ReceivedMessage::End::kClosed: {
      const int status = process_->wait(ChildProcess::Clock::now() + program_.timeout);
      give_up(fate(status));
      break;
    }
    case ReceivedMessage::End::kLate:
      give_up(fmt::format("MoorDyn took longer than {} s",
                          1e-3 * static_cast<double>(program_.timeout.count())));
      break;
    case ReceivedMessage::End::kTooLong:
      give_up("the state of MoorDyn is too long");
      break;
  }
  try {
    return decode_reply(message.bytes);
  } catch (const Error& error) {
    process_.reset();
    throw SolverFailure(std::string("MoorDyn gave no answer: ") + error.what());
  }
}

MooringReply MooringProcess::exchange(const MooringRequest& request, ErrorCode code) {
  try {
    start();
    // If the process does not receive the request, it does not answer either, which is handled
    // below.
    send_message(socket_.get(), encode(request), ChildProcess::Clock::now() + program_.timeout);
    return receive(code);
  } catch (...) {
    // It may be in the middle of a computation; a new process begins with the state.
    process_.reset();
    throw;
  }
}

solver::MooringStage MooringProcess::ask(const MooringRequest& request, ErrorCode code) {
  MooringReply reply = exchange(request, code);
  if (!reply.refusal) return std::move(reply.stage);
  process_.reset();
  refuse(*reply.refusal);
}

solver::MooringStage MooringProcess::rest(std::span<const double> points) {
  MooringRequest request;
  request.at_rest = true;
  request.points.assign(points.begin(), points.end());
  solver::MooringStage stage = ask(request, ErrorCode::kInvalidArgument);
  // MoorDyn scales the drag back and forth while it searches for the state of rest, which rounds
  // it. A process that has found one is therefore not used further.
  process_.reset();
  return stage;
}

solver::MooringStage MooringProcess::advance(const std::string& memory,
                                             std::span<const double> points,
                                             std::span<const double> velocity, double time,
                                             double duration) {
  return ask({false,
              memory,
              {points.begin(), points.end()},
              {velocity.begin(), velocity.end()},
              time,
              duration},
             ErrorCode::kInternal);
}

MoorDynMoorings::MoorDynMoorings(MoorDynProgram program) : program_(std::move(program)) {
  std::ifstream file(program_.library, std::ios::binary);
  if (!file) {
    throw Error(ErrorCode::kNotFound, fmt::format("moordyn must name the library of MoorDyn 2, {} "
                                                  "cannot be read",
                                                  program_.library.string()));
  }
  // Otherwise the loader would search its paths.
  program_.library = std::filesystem::absolute(program_.library);
  const std::string bytes{std::istreambuf_iterator<char>(file), {}};
  identity_ = std::stoull(sha256(bytes).substr(0, 16), nullptr, 16);
  try {
    MooringProcess(program_, "").start();
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("moordyn must name the library of MoorDyn 2, {}: {}",
                                          program_.library.string(), error.what()));
  }
}

std::filesystem::path MoorDynMoorings::installed_executable() {
  return std::filesystem::read_symlink("/proc/self/exe").parent_path() / "raftup-run-moordyn";
}

std::unique_ptr<solver::MooringSolver> MoorDynMoorings::open(const std::string& input) const {
  return std::make_unique<MooringProcess>(program_, input);
}

}  // namespace raftup::server
