#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "raftup/v1/session.pb.h"
#include "server/security/security_options.hpp"

namespace raftup::server {

/// The options with which a server is started.
struct ServerOptions {
  /// Addresses on which the server listens: "HOST:PORT", where port 0 means any free port, or
  /// "unix:PATH". At least one is needed.
  std::vector<std::string> listen;
  /// Number of threads that step sessions; 0 = processor cores - 1.
  int workers = 0;
  std::size_t session_limit = 256;  ///< largest number of sessions that exist at once
  /// Time [ms] without data after which a connection is tested. The connection is closed if no
  /// answer arrives within half of this time.
  int keepalive_ms = 20000;
  std::filesystem::path data;    ///< folder with databases, fits and sessions
  std::filesystem::path reader;  ///< path of the program that reads uploaded databases
  /// Path of the library of MoorDyn 2; empty = models with mooring systems are refused.
  std::filesystem::path moordyn;
  std::filesystem::path moordyn_program;  ///< path of the program that runs MoorDyn
  /// Folder whose files extend or replace the built-in library of materials; empty = none.
  std::filesystem::path materials;
  SecurityOptions security;  ///< options of TLS, access rights and connections
  std::string admin;         ///< "HOST:PORT" of the pages for operators; empty = no pages
  /// Durability of sessions whose spec contains none.
  v1::Durability durability = v1::DURABILITY_PROCESS;
};

}  // namespace raftup::server
