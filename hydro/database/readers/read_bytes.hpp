#pragma once

#include <cstddef>
#include <filesystem>
#include <vector>

namespace raftup::hydro {

/// The whole of a file of at most 256 MiB.
/// @throws Error(kNotFound) where it cannot be read, Error(kInvalidArgument) where it is too large,
/// Error(kDataLoss) where it ends early
std::vector<std::byte> read_bytes(const std::filesystem::path& file);

}  // namespace raftup::hydro
