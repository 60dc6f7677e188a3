/// @file Names of sessions and their checkpoints, and random tokens.
#pragma once

#include <compare>
#include <string>

namespace raftup::server {

/// The key of a session. Names are unique within a tenant, and a tenant cannot find the sessions of
/// another tenant.
struct SessionKey {
  std::string tenant;
  std::string name;  ///< name of the session, "sessions/{id}"

  auto operator<=>(const SessionKey&) const = default;  // NOLINT(modernize-use-nullptr): no 0 here
};

/// The two parts of the name of a checkpoint, "sessions/{id}/checkpoints/{id}".
struct CheckpointName {
  std::string session;  ///< name of the session, "sessions/{id}"
  std::string id;
};

/// Splits a name of the form "sessions/{id}/checkpoints/{id}". Missing parts are empty, so that no
/// session or checkpoint is found with them.
CheckpointName parse_checkpoint_name(const std::string& name);

/// Returns 128 random bits of the operating system as 32 lower-case hexadecimal digits, so that the
/// token cannot be guessed.
std::string random_token();

}  // namespace raftup::server
