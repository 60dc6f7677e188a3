#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "raftup/v1/session.pb.h"
#include "server/security/security_options.hpp"

namespace raftup::server {

/// What a server is started with.
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

}  // namespace raftup::server
