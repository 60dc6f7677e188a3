#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <string>
#include <vector>

#include "server/base/log.hpp"
#include "server/server.hpp"

namespace raftup::server {

/// What a raftupd is told when it starts: by flags, by the file that --config names where no flag
/// says it, else by default.
struct Configuration {
  ServerOptions server;
  LogOptions log;
  /// From not being ready to the first notice: for those who ask a few times a minute.
  std::chrono::seconds drain_delay{0};
  bool check_only = false;  ///< report faults, start nothing
};

/// Adds every option of raftupd to `app`. They are the one definition of flags, of the keys of the
/// configuration file (TOML; a flag without its dashes) and of --help.
/// @param configuration filled when `app` parses
void add_options(CLI::App& app, Configuration& configuration);

/// Everything that keeps a server from starting with this, each as option, rule and value. Reads
/// what a start would read; changes nothing.
std::vector<std::string> faults_of(const Configuration& configuration);

}  // namespace raftup::server
