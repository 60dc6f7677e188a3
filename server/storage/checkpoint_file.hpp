#pragma once

#include <string>
#include <string_view>

#include "raftup/v1/session.pb.h"
#include "server/sessions/recording/checkpoint.hpp"
#include "server/storage/build_identity.hpp"

namespace raftup::server {

/// What a checkpoint file holds, in a session's folder and when it is exported: all that another
/// server needs to go on from it, but for the databases, which the spec names by their digests.
struct CheckpointFile {
  v1::SessionSpec spec;  ///< of the session that it was made from
  Checkpoint checkpoint;
  BuildIdentity build;  ///< what made it
};

std::string checkpoint_to_bytes(const Checkpoint& checkpoint, const v1::SessionSpec& spec);

/// @throws Error(kDataLoss) for damaged bytes; Error(kInvalidArgument) for another format version
CheckpointFile checkpoint_from_bytes(std::string_view bytes);

}  // namespace raftup::server
