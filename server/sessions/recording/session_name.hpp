/// @file How sessions and their checkpoints are found, and tokens that nobody guesses.
#pragma once

#include <compare>
#include <string>

namespace raftup::server {

/// What a session is found by: names are unique within a tenant, and what belongs to another tenant
/// cannot be found.
struct SessionKey {
  std::string tenant;
  std::string name;  ///< "sessions/{id}"

  auto operator<=>(const SessionKey&) const = default;  // NOLINT(modernize-use-nullptr): no 0 here
};

/// The parts of "sessions/{id}/checkpoints/{id}".
struct CheckpointName {
  std::string session;  ///< "sessions/{id}"
  std::string id;
};

/// Takes a name apart; what is missing stays empty, so that nothing is found by it.
CheckpointName parse_checkpoint_name(const std::string& name);

/// 128 bits from the system's random numbers, as 32 lower-case hexadecimal digits: nobody guesses
/// it.
std::string random_token();

}  // namespace raftup::server
