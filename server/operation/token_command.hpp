#pragma once

namespace raftup::server {

/// "raftupd tokens add|list|revoke": makes the tokens of an access file.
/// @param arguments those after "raftupd", the first being "tokens"
/// @returns the exit code of the program
int run_token_command(int argument_count, char** arguments);

}  // namespace raftup::server
