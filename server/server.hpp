#pragma once

#include <chrono>
#include <memory>
#include <string>
#include <vector>

#include "server/operation/server_options.hpp"

namespace raftup::server {

/// A running raftupd: sessions, databases, health and reflection behind gRPC.
/// The constructor returns when it listens, with every session that was kept back where it stood;
/// the destructor stops at once.
class Server {
 public:
  /// @throws Error(kInvalidArgument) for an address that is malformed, in use, or reachable from
  ///         other machines without `insecure`
  explicit Server(const ServerOptions& options);
  ~Server();
  Server(const Server&) = delete;
  Server& operator=(const Server&) = delete;

  /// Where it listens, actual ports put in, in the order of the options.
  const std::vector<std::string>& addresses() const;

  /// Where /livez, /readyz and /metrics are, the actual port put in; empty = nowhere.
  std::string admin_address() const;

  /// Readiness and the health of the services say no from now on; all else goes on.
  void withdraw();

  /// Withdraws; no new connections and sessions; steps in progress end, streams are told and let
  /// go; calls that are not over by then are cut off after `grace`.
  void drain(std::chrono::milliseconds grace);

 private:
  class Implementation;
  std::unique_ptr<Implementation> implementation_;
};

}  // namespace raftup::server
