#pragma once

#include <cstddef>
#include <filesystem>
#include <span>

#include "hydro/database/database.hpp"
#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

/// Reads what some files hold together, whatever their format: one file that is whole by itself; a
/// Capytaine dataset with the .dat files beside it; the numeric files of one WAMIT run.
/// `sources` says which files were read, `history` what the options added.
/// Files from strangers can crash the HDF5 library: read those in a process of their own.
/// @throws Error(kInvalidArgument) where a file is of no known format, the files do not belong
/// together, options are missing, or a reader refuses: file, place, rule and value
Database read_database(std::span<const SourceFile> files, const SourceOptions& options = {});

/// The same of one file without options, from its bytes.
Database read_database(std::span<const std::byte> image);

/// The same, from the disk.
/// @throws Error(kNotFound) where there is no such file
Database read_database(const std::filesystem::path& file);

}  // namespace raftup::hydro
