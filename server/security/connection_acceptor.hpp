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

/// Accepts connections in gRPC's place and hands it those that have something to say. gRPC 1.51's
/// own listener never accepts again once the process has run out of descriptors (CVE-2023-4785);
/// this one keeps below a limit, waits where there is none to be had, and lets the longest silent
/// connection go for a new one: both ends of TLS and HTTP/2 speak first or the client does, so one
/// that says nothing has no claim.
///
/// Call order: listen() for each address, start(), stop(). The threads of gRPC do the rest.
class ConnectionAcceptor {
 public:
  using Receiver = grpc::experimental::ExternalConnectionAcceptor;

  /// @param connection_limit connections open at once, > 0; 0 = half of the process's descriptors
  explicit ConnectionAcceptor(std::size_t connection_limit);
  ~ConnectionAcceptor();
  ConnectionAcceptor(const ConnectionAcceptor&) = delete;
  ConnectionAcceptor& operator=(const ConnectionAcceptor&) = delete;

  /// @param address  checked, "HOST:PORT" or "unix:PATH"
  /// @param receiver must outlive stop()
  /// @returns the actual port; 0 for a Unix socket
  /// @throws Error(kInvalidArgument) where the address is not free or not of this machine
  int listen(const std::string& address, Receiver& receiver);

  /// Once the receivers' server has started.
  void start();

  /// Accepts no more; what is open stays open. Before the receivers' server shuts down.
  void stop();

 private:
  using Clock = std::chrono::steady_clock;

  struct Listener {
    FileDescriptor socket;
    Receiver* receiver;
  };
  /// Accepted, but has not said anything.
  struct Silent {
    FileDescriptor socket;
    Receiver* receiver;
    Clock::time_point since;
  };
  /// gRPC's, as long as the descriptor still means this socket.
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
  std::deque<Silent> silent_;  ///< the longest first; without a socket where it is gone
  std::vector<Handed> handed_;
  bool exhausted_ = false;  ///< the process had no descriptor for the last connection
  std::thread thread_;
};

}  // namespace raftup::server
