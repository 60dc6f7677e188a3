#pragma once

#include <chrono>
#include <string>
#include <variant>
#include <vector>

#include "server/base/log.hpp"
#include "server/operation/server_options.hpp"

namespace CLI {  // NOLINT(readability-identifier-naming): named by the library
class App;
}

namespace raftup::server {

constexpr int kWrongUse = 2;  ///< exit code of a program that was called with invalid arguments

/// The configuration of a raftupd: from flags, from the file of --config for options without a
/// flag, and otherwise by default.
struct Configuration {
  ServerOptions server;
  LogOptions log;
  /// Time from the withdrawal of readiness to the first notice, for those who poll a few times a
  /// minute.
  std::chrono::seconds drain_delay{0};
  bool check_only = false;  ///< true to report faults and start nothing
};

/// Adds every option of raftupd to `app`. They are the one definition of flags, of the keys of the
/// configuration file (TOML; a flag without its dashes) and of --help.
/// @param configuration filled when `app` parses
void add_options(CLI::App& app, Configuration& configuration);

/// Reads the command line of raftupd. Prints what it answers itself: --help, --version, and errors.
/// @returns the configuration to continue with, or the exit code
std::variant<Configuration, int> read_command_line(int argument_count, char** arguments);

/// "raftupd tokens add|list|revoke": makes the tokens of an access file.
/// @param arguments those after "raftupd", the first being "tokens"
/// @returns the exit code of the program
int run_token_command(int argument_count, char** arguments);

/// All faults that prevent a server with this configuration from starting, each with option, rule
/// and value. Reads what a start would read; changes nothing.
std::vector<std::string> faults_of(const Configuration& configuration);

}  // namespace raftup::server
