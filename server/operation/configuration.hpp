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

constexpr int kWrongUse = 2;  ///< exit code of a program that is called with invalid arguments

/// The configuration of raftupd. A value comes from a flag; without the flag from the file that
/// --config names; otherwise it is the default.
struct Configuration {
  ServerOptions server;
  LogOptions log;
  /// Time from the withdrawal of readiness to the first notice to clients, so that load balancers
  /// that poll the readiness notice the withdrawal.
  std::chrono::seconds drain_delay{0};
  /// True to report the faults of the configuration without starting a server.
  bool check_only = false;
};

/// Adds every option of raftupd to `app`. These definitions determine the flags, the keys of the
/// configuration file (TOML; a key is a flag without its dashes) and the text of --help.
/// @param configuration filled in when `app` parses a command line
void add_options(CLI::App& app, Configuration& configuration);

/// Reads the command line of raftupd. Handles --help, --version and errors by printing a text.
/// @returns the configuration, or the exit code if the program must end
std::variant<Configuration, int> read_command_line(int argument_count, char** arguments);

/// Runs "raftupd tokens add|list|revoke", which changes or lists the tokens of an access file.
/// @param arguments arguments after "raftupd"; the first is "tokens"
/// @returns exit code of the program
int run_token_command(int argument_count, char** arguments);

/// Returns a description of every fault that would prevent a server with this configuration from
/// starting: the option, the violated rule and the value. The check reads the same files as a start
/// and writes only a file to the data folder that it removes again.
std::vector<std::string> faults_of(const Configuration& configuration);

}  // namespace raftup::server
