#pragma once

#include <filesystem>

namespace raftup::server {

/// Writes a page into the server's data folder and removes it again; with a folder that does not
/// exist yet, into the one it would be made in. Blocks on the disk.
/// @throws Error(kInvalidArgument) where that does not work
void check_data_folder(const std::filesystem::path& folder);

}  // namespace raftup::server
