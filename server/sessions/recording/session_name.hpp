/// @file Names of sessions and their checkpoints, and random tokens.
#pragma once

#include <compare>
#include <string>

namespace raftup::server {

/// The key of a session: names are unique within a tenant, and sessions of another tenant cannot be
/// found.
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

/// Splits a name; missing parts are empty, so that nothing is found by them.
CheckpointName parse_checkpoint_name(const std::string& name);

/// 128 bits from the system's random numbers, as 32 lower-case hexadecimal digits, which cannot be
/// guessed.
std::string random_token();

}  // namespace raftup::server
