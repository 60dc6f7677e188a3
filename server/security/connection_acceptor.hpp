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

/// Accepts connections in place of gRPC, and passes a connection on to gRPC when its client has
/// sent a first byte. The listener of gRPC 1.51 stops accepting connections for good once the
/// process has run out of file descriptors (CVE-2023-4785). This acceptor keeps the number of
/// connections below a limit, waits if no descriptor is free, and closes the connection that has
/// been silent longest when a new one arrives. Since the client sends first in TLS and HTTP/2, a
/// client that sends nothing has no claim to its connection.
///  Call order: listen() for each address, start(), stop(). All further work is done by a thread of
/// this class and the threads of gRPC.
class ConnectionAcceptor {
 public:
  using Receiver = grpc::experimental::ExternalConnectionAcceptor;

  /// @param connection_limit largest number of open connections; 0 = half of the file descriptors
  ///         that the process may have, at most 4096
  explicit ConnectionAcceptor(std::size_t connection_limit);
  ~ConnectionAcceptor();
  ConnectionAcceptor(const ConnectionAcceptor&) = delete;
  ConnectionAcceptor& operator=(const ConnectionAcceptor&) = delete;

  /// Opens an address. Connections are accepted after start().
  /// @param address "HOST:PORT" or "unix:PATH", accepted by check_listen_address()
  /// @param receiver object of gRPC that takes over connections; must exist until stop() returns
  /// @returns the actual port; 0 for a Unix socket
  /// @throws Error(kInvalidArgument) if the address is in use or does not belong to this machine
  int listen(const std::string& address, Receiver& receiver);

  /// Starts to accept connections. To be called after the gRPC server of the receivers has started.
  void start();

  /// Stops accepting connections. Connections that gRPC has taken over are kept. To be called
  /// before the gRPC server of the receivers shuts down.
  void stop();

 private:
  using Clock = std::chrono::steady_clock;

  struct Listener {
    FileDescriptor socket;
    Receiver* receiver;
  };
  /// A connection that was accepted and has not sent any byte.
  struct Silent {
    FileDescriptor socket;
    Receiver* receiver;
    Clock::time_point since;
  };
  /// A connection that was passed to gRPC. It is open as long as its descriptor refers to the
  /// socket with this inode.
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
  std::vector<FileDescriptor> locks_;  ///< locks of the paths of Unix sockets
  FileDescriptor stop_signal_;
  /// Ordered by duration, the longest silent first; an entry whose connection is closed has no
  /// socket.
  std::deque<Silent> silent_;
  std::vector<Handed> handed_;
  bool exhausted_ = false;  ///< true if no file descriptor was free for the last connection
  std::thread thread_;
};

}  // namespace raftup::server
