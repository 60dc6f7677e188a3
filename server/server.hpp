#pragma once

#include <chrono>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "raftup/v1/session.pb.h"
#include "server/security/security_options.hpp"

namespace raftup::server {

struct ServerOptions {
  /// "HOST:PORT" (port 0 = any free one) or "unix:PATH"; at least one.
  std::vector<std::string> listen;
  int workers = 0;                  ///< threads that step sessions; 0 = cores - 1
  std::size_t session_limit = 256;  ///< sessions alive at once
  /// A connection on which nothing comes for so long is asked for a sign of life, and closed where
  /// none comes within half of it [ms].
  int keepalive_ms = 20000;
  std::filesystem::path data;    ///< where databases, fits and sessions are kept
  std::filesystem::path reader;  ///< the program that reads uploaded databases
  /// The library of MoorDyn 2; empty = models with mooring systems are refused.
  std::filesystem::path moordyn;
  std::filesystem::path moordyn_program;  ///< that runs it
  /// A folder that adds to the library of materials or replaces some; empty = none.
  std::filesystem::path materials;
  SecurityOptions security;  ///< who may reach it, and how
  std::string admin;         ///< "HOST:PORT" of the pages for operators; empty = none
  /// Of sessions whose spec leaves it open.
  v1::Durability durability = v1::DURABILITY_PROCESS;
};

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
