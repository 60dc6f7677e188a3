/// @file What a dataset of a distrusted file must be; private to hydro/database.
#pragma once

#include <cstdint>
#include <string>

#include "hydro/database/hdf5_handle.hpp"

namespace raftup::hydro {

inline constexpr std::uint64_t kMaximumExpansion = 1000;  ///< bytes declared per byte of file
inline constexpr std::uint64_t kMaximumBytes = std::uint64_t{512} << 20;  ///< of one file's data

/// Visits every link and object below the root.
/// @throws Error(kInvalidArgument) for the first one that breaks a rule of Hdf5File
void check_every_object(hid_t file, std::uint64_t file_size);

/// Bytes that a dataset declares, element size times extents, refused where 64 bits overflow.
std::uint64_t declared_bytes(hid_t dataset, const std::string& path);

/// @throws Error(kInvalidArgument) where `bytes` is beyond the two caps
void check_size(const std::string& path, std::uint64_t bytes, std::uint64_t file_size);

}  // namespace raftup::hydro
