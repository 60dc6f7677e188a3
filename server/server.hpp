#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "server/operation/server_options.hpp"

namespace raftup::server {

/// A running raftupd server. It offers the gRPC services for sessions and databases, and gRPC's own
/// health and reflection services. The constructor returns when the server listens on its addresses
/// and has recovered every stored session. The destructor stops the server immediately.
class Server {
 public:
  /// Opens the addresses of `options`, recovers the sessions on disk and starts to serve.
  /// @throws Error(kInvalidArgument) if an address is malformed, in use, or reachable from other
  ///         machines without the option `insecure`
  explicit Server(const ServerOptions& options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// The addresses on which the server listens, in the order of the options. Each address contains
  /// the actual port, also where the options request port 0 (any free port).
  const std::vector<std::string>& addresses() const;

  /// The address of the HTTP endpoint that serves /livez, /readyz and /metrics, with its actual
  /// port. The string is empty if the server has no such endpoint.
  std::string admin_address() const;

  /// Makes the server report from now on that it is not ready. The server continues to serve all
  /// calls.
  void withdraw();

  /// Shuts the server down in an orderly way. The function calls withdraw(), refuses new
  /// connections and sessions, ends steps in progress, and notifies and closes all streams. Calls
  /// that have not ended after `grace` are cancelled.
  void drain(std::chrono::milliseconds grace);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace raftup::server
