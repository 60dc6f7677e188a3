#pragma once

#include <string>

namespace raftup::server {

/// The parts of "sessions/{id}/checkpoints/{id}".
struct CheckpointName {
  std::string session;  ///< "sessions/{id}"
  std::string id;
};

/// Takes a name apart; what is missing stays empty, so that nothing is found by it.
CheckpointName parse_checkpoint_name(const std::string& name);

}  // namespace raftup::server
