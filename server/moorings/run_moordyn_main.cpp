/// @file The program raftup-run-moordyn LIBRARY. It loads MoorDyn 2, enters a sandbox and computes
///         the mooring system of one input on requests from its server (mooring_messages.hpp). An
///         input that makes MoorDyn crash, hang or use all memory ends only this process. An input
///         that takes over MoorDyn can reach no files, no network and no process but its server.
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstdio>
#include <cstring>
#include <exception>
#include <new>
#include <optional>

#include "hydro/base/error.hpp"
#include "server/databases/sandbox.hpp"
#include "server/moorings/moordyn_system.hpp"
#include "server/moorings/mooring_messages.hpp"

namespace {

using namespace raftup;
using server::MooringReply;

constexpr const char* kInputName = "moorings.txt";

/// Opens a file for MoorDyn. Only the input can be read. Other files can be written, but their
/// bytes are discarded.
std::FILE* open_stream(const char* name, const char* mode) {
  if (mode[0] == 'w') return fopencookie(nullptr, mode, {});
  if (std::strcmp(name, kInputName) == 0) return fdopen(server::kMooringInput, mode);
  errno = ENOENT;
  return nullptr;
}

}  // namespace

// These functions replace those of the C library for the files of MoorDyn. MoorDyn opens its input
// by a name, and in the sandbox no file can be opened by its name.
extern "C" {
// NOLINTBEGIN(readability-inconsistent-declaration-parameter-name): those of the C library are
// reserved
[[gnu::visibility("default")]] std::FILE* fopen(const char* name, const char* mode) {
  return open_stream(name, mode);
}
[[gnu::visibility("default")]] std::FILE* fopen64(const char* name, const char* mode) {
  return open_stream(name, mode);
}
// NOLINTEND(readability-inconsistent-declaration-parameter-name)
}

namespace {

/// Answers requests. The mooring system is made at the first request.
class Computation {
 public:
  explicit Computation(const server::MoorDynLibrary& library) : library_(library) {}

  MooringReply answer(std::string_view bytes) {
    try {
      const server::MooringRequest request = server::decode_request(bytes);
      if (!system_) system_.emplace(library_, kInputName);
      if (request.at_rest) return {{}, system_->rest(request.points)};
      return {{},
              system_->advance(request.memory, request.points, request.velocity, request.time,
                               request.duration)};
    } catch (const Error& error) {
      return {error, {}};
    } catch (const std::bad_alloc&) {
      return {Error(ErrorCode::kInvalidArgument, "MoorDyn needs too much memory"), {}};
    } catch (const std::exception& error) {  // an exception of the library itself
      return {Error(ErrorCode::kInvalidArgument, std::string("MoorDyn fails: ") + error.what()),
              {}};
    }
  }

 private:
  const server::MoorDynLibrary& library_;
  std::optional<server::MoorDynSystem> system_;
};

/// Ends the process when its server has closed the connection or has ended.
void end_without_server(int /*signal*/) {
  pollfd server_end{server::kMooringSocket, 0, 0};
  if (poll(&server_end, 1, 0) > 0 && (server_end.revents & (POLLHUP | POLLERR)) != 0) _exit(1);
}

/// Makes the kernel send a signal when the server closes the connection, also while MoorDyn
/// computes.
void watch_server() {
  struct sigaction action = {};
  action.sa_handler = end_without_server;
  action.sa_flags = SA_RESTART;
  sigaction(SIGIO, &action, nullptr);
  fcntl(server::kMooringSocket, F_SETOWN, getpid());
  fcntl(server::kMooringSocket, F_SETFL, fcntl(server::kMooringSocket, F_GETFL) | O_ASYNC);
  end_without_server(SIGIO);  // the server may have ended before
}

bool send(const MooringReply& reply) {
  const auto never = server::ChildProcess::Clock::time_point::max();
  return server::send_message(server::kMooringSocket, server::encode(reply), never);
}

/// Answers requests until the server closes the connection.
int converse(const char* library_file) {
  std::optional<server::MoorDynLibrary> library;
  try {
    library.emplace(library_file);
    server::keep_printed_words();
    watch_server();
    server::enter_sandbox(server::SandboxUse::kConverse);
  } catch (const Error& error) {
    send({error, {}});
    return 1;
  }
  if (!send({})) return 1;
  Computation computation(*library);
  for (;;) {
    const auto never = server::ChildProcess::Clock::time_point::max();
    const server::ReceivedMessage message = server::receive_message(server::kMooringSocket, never);
    if (message.end != server::ReceivedMessage::End::kWhole) return 0;
    alarm(static_cast<unsigned>(server::kLongestRequest.count()));
    const MooringReply reply = computation.answer(message.bytes);
    alarm(0);
    if (!send(reply)) return 0;
  }
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  try {
    _exit(converse(argv[1]));  // without the destructors of MoorDyn's objects
  } catch (const std::exception&) {
    return 1;
  }
}
