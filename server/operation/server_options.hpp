#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "raftup/v1/session.pb.h"
#include "server/security/security_options.hpp"

namespace raftup::server {

/// The options with which a server is started.
struct ServerOptions {
  /// "HOST:PORT" (port 0 = any free one) or "unix:PATH"; at least one.
  std::vector<std::string> listen;
  int workers = 0;                  ///< threads that step sessions; 0 = cores - 1
  std::size_t session_limit = 256;  ///< sessions alive at once
  /// Time [ms] without data after which a connection is tested; it is closed if there is no answer
  /// within half of this time.
  int keepalive_ms = 20000;
  std::filesystem::path data;    ///< folder of databases, fits and sessions
  std::filesystem::path reader;  ///< the program that reads uploaded databases
  /// The library of MoorDyn 2; empty = models with mooring systems are refused.
  std::filesystem::path moordyn;
  std::filesystem::path moordyn_program;  ///< the program that runs it
  /// A folder whose files extend or replace the library of materials; empty = none.
  std::filesystem::path materials;
  SecurityOptions security;  ///< who may reach it, and how
  std::string admin;         ///< "HOST:PORT" of the pages for operators; empty = none
  /// Durability of sessions whose spec does not give one.
  v1::Durability durability = v1::DURABILITY_PROCESS;
};

}  // namespace raftup::server
