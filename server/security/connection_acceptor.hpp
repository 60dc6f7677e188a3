#pragma once

#include <grpcpp/server_builder.h>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <thread>
#include <vector>

#include "server/base/file_descriptor.hpp"

namespace raftup::server {

/// Accepts connections instead of gRPC, and passes a connection on to gRPC when its client has sent
/// something. gRPC 1.51's own listener never accepts again after the process has run out of
/// descriptors (CVE-2023-4785). This one stays below a limit, waits if there is no descriptor, and
/// closes the connection that has been silent longest in favour of a new one: in TLS and HTTP/2 the
/// client sends first, so that a client which sends nothing has no claim.
///
/// Call order: listen() for each address, start(), stop(). The threads of gRPC do the rest.
class ConnectionAcceptor {
 public:
  using Receiver = grpc::experimental::ExternalConnectionAcceptor;

  /// @param connection_limit largest number of open connections, > 0; 0 = half of the process's
  ///         descriptors
  explicit ConnectionAcceptor(std::size_t connection_limit);
  ~ConnectionAcceptor();
  ConnectionAcceptor(const ConnectionAcceptor&) = delete;
  ConnectionAcceptor& operator=(const ConnectionAcceptor&) = delete;

  /// @param address  a checked address, "HOST:PORT" or "unix:PATH"
  /// @param receiver must outlive stop()
  /// @returns the actual port; 0 for a Unix socket
  /// @throws Error(kInvalidArgument) if the address is not free or not of this machine
  int listen(const std::string& address, Receiver& receiver);

  /// To be called when the receivers' server has started.
  void start();

  /// Stops accepting; open connections are kept. To be called before the receivers' server shuts
  /// down.
  void stop();

 private:
  using Clock = std::chrono::steady_clock;

  struct Listener {
    FileDescriptor socket;
    Receiver* receiver;
  };
  /// A connection that was accepted and has sent nothing.
  struct Silent {
    FileDescriptor socket;
    Receiver* receiver;
    Clock::time_point since;
  };
  /// A connection that was passed to gRPC, valid as long as the descriptor still means this socket.
  struct Handed {
    int descriptor;
    std::uint64_t inode;
  };

  void run();
  bool may_accept();
  int wait_time_ms(bool accepting) const;
  void accept_from(const Listener& listener);
  void hand_over(std::size_t silent, short events);
  void forget_silent();
  void forget_closed();
  bool drop_longest_silent();

  std::size_t limit_;
  std::vector<Listener> listeners_;
  std::vector<FileDescriptor> locks_;  ///< of the paths of Unix sockets
  FileDescriptor stop_signal_;
  std::deque<Silent> silent_;  ///< the longest silent first; without a socket if it is closed
  std::vector<Handed> handed_;
  bool exhausted_ = false;  ///< true if there was no descriptor for the last connection
  std::thread thread_;
};

}  // namespace raftup::server
