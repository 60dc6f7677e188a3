#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "server/operation/server_options.hpp"

namespace raftup::server {

/// A running raftupd: sessions, databases, health and reflection with gRPC. The constructor returns
/// when the server listens and every stored session has been recovered; the destructor stops it
/// immediately.
class Server {
 public:
  /// Opens the addresses, recovers the sessions on disk and starts to serve.
  /// @throws Error(kInvalidArgument) if an address is malformed, in use, or reachable from other
  ///         machines without `insecure`
  explicit Server(const ServerOptions& options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// The addresses on which it listens, with actual ports, in the order of the options.
  const std::vector<std::string>& addresses() const;

  /// The address of /livez, /readyz and /metrics, with the actual port; empty = none.
  std::string admin_address() const;

  /// Reports from now on that it is not ready; everything else continues.
  void withdraw();

  /// Calls withdraw() and refuses new connections and sessions. Steps in progress end, and streams
  /// are notified and closed; calls that have not ended after `grace` are cut off.
  void drain(std::chrono::milliseconds grace);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace raftup::server
