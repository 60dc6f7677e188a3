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

constexpr int kWrongUse = 2;  ///< exit code of a program that was called with what it cannot use

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

/// What the command line of raftupd asks for. Prints what it answers itself: --help, --version,
/// what is wrong.
/// @returns the configuration to go on with, or the exit code to end with
std::variant<Configuration, int> read_command_line(int argument_count, char** arguments);

/// "raftupd tokens add|list|revoke": makes the tokens of an access file.
/// @param arguments those after "raftupd", the first being "tokens"
/// @returns the exit code of the program
int run_token_command(int argument_count, char** arguments);

/// Everything that keeps a server from starting with this, each as option, rule and value. Reads
/// what a start would read; changes nothing.
std::vector<std::string> faults_of(const Configuration& configuration);

}  // namespace raftup::server
