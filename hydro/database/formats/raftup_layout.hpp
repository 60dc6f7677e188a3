/// @file Raftup's own layout of a database file, and its lists of sources, history and findings,
///         which BEMIO files that Raftup writes contain as well.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

class Hdf5File;
class Hdf5Writer;

/// Writes a database in Raftup's own layout, which docs/hydro/databases.md describes: an HDF5 file
/// that is also a NetCDF-4 file, in SI units and self-describing. read_raftup() restores every
/// number bit for bit.
/// @throws Error(kInternal) if the HDF5 library fails
std::vector<std::byte> write_raftup(const Database& database);

/// Returns true if an HDF5 file has Raftup's own layout, or that of an array (array_layout.hpp). The
/// attribute `format` of the root group decides.
bool is_raftup(const Hdf5File& file);

/// Value of the attribute `format` of a file that contains several databases, see
/// hydro/configurations/family_layout.hpp.
inline constexpr const char* kFamilyFormat = "raftup-family";

/// Reads a file in Raftup's own layout or that of an array. It restores every number bit for bit,
/// and the sources, history and findings.
/// @throws Error(kInvalidArgument) with the dataset, the rule and the value
Database read_raftup(std::span<const std::byte> image);

/// Reads the arrays, sources, history and findings of one database below `prefix` in a file of
/// Raftup's own layout. Only the shapes of the arrays are checked.
/// @param prefix "/" for a file of one database
/// @throws Error(kInvalidArgument) with the dataset, the rule and the value
Database read_raftup_arrays(const Hdf5File& file, const std::string& prefix);

/// Writes the arrays, sources, history and findings of one database below `prefix`, for
/// read_raftup_arrays(). It does not write the dimension scales that a file of one database has.
void write_raftup_arrays(Hdf5Writer& file, const std::string& prefix, const Database& database);

/// Writes sources, history and findings as lists of text below `prefix`, which ends in "/". The
/// lists are source_name, source_format, source_sha256; history; finding_name, finding_severity,
/// finding_message, finding_value. Empty lists are not written.
void write_provenance(Hdf5Writer& file, const std::string& prefix, const Database& database);

/// Reads the sources, history and findings that write_provenance() has written below `prefix` and
/// adds them to `database`.
/// @throws Error(kInvalidArgument) if lists that belong together differ in length
void read_provenance(const Hdf5File& file, const std::string& prefix, Database& database);

}  // namespace raftup::hydro
