#pragma once

#include <string>
#include <string_view>

#include "raftup/v1/session.pb.h"
#include "server/sessions/recording/checkpoint.hpp"
#include "server/storage/build_identity.hpp"

namespace raftup::server {

/// The content of a checkpoint file, in a session's folder or exported: everything that another
/// server needs to continue from it, except the databases, which the spec names by their digests.
struct CheckpointFile {
  v1::SessionSpec spec;  ///< of the session from which it was made
  Checkpoint checkpoint;
  BuildIdentity build;  ///< the program that made it
};

std::string checkpoint_to_bytes(const Checkpoint& checkpoint, const v1::SessionSpec& spec);

/// Reads a checkpoint back from the bytes of its file.
/// @throws Error(kDataLoss) for damaged bytes; Error(kInvalidArgument) for another format version
CheckpointFile checkpoint_from_bytes(std::string_view bytes);

}  // namespace raftup::server
