#pragma once

#include <string>
#include <string_view>

#include "raftup/v1/session.pb.h"
#include "server/sessions/recording/checkpoint.hpp"
#include "server/storage/build_identity.hpp"

namespace raftup::server {

/// The content of a checkpoint file, which is stored in the folder of a session or exported to a
/// client. It contains everything that another server needs to continue from the checkpoint, except
/// the databases, whose digests the spec contains.
struct CheckpointFile {
  v1::SessionSpec spec;  ///< spec of the session from which the checkpoint was made
  Checkpoint checkpoint;
  BuildIdentity build;  ///< program that made the checkpoint
};

std::string checkpoint_to_bytes(const Checkpoint& checkpoint, const v1::SessionSpec& spec);

/// Reads a checkpoint from the bytes of its file.
/// @throws Error(kDataLoss) if the bytes are damaged; Error(kInvalidArgument) if the file has
///         another format version
CheckpointFile checkpoint_from_bytes(std::string_view bytes);

}  // namespace raftup::server
