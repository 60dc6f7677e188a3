/// @file Raftup's own layout of a database, and its lists of sources, history and findings, which
/// stand in our BEMIO files as well.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

class Hdf5File;
class Hdf5Writer;

/// A database in Raftup's own layout, as docs/hydro/databases.md describes it: HDF5 that is also
/// NetCDF-4, SI, self-describing. read_raftup() gives back every number to the bit.
/// @throws Error(kInternal) where the HDF5 library fails
std::vector<std::byte> write_raftup(const Database& database);

/// Whether an HDF5 file is of Raftup's own layout: by the root's attribute `format`.
bool is_raftup(const Hdf5File& file);

/// The `format` of a file of several databases, hydro/configurations/family_layout.hpp.
inline constexpr const char* kFamilyFormat = "raftup-family";

/// Reads Raftup's own layout: every number to the bit, with its sources, history and findings.
/// @throws Error(kInvalidArgument) naming the dataset, the rule and the value
Database read_raftup(std::span<const std::byte> image);

/// Reads the arrays, sources, history and findings below `prefix` in a file of that layout. Only
/// their shapes are checked.
/// @param prefix "/" for a file of one database
/// @throws Error(kInvalidArgument) naming the dataset, the rule and the value
Database read_raftup_arrays(const Hdf5File& file, const std::string& prefix);

/// Writes what read_raftup_arrays() reads, without the dimension scales that a file of one database
/// has.
void write_raftup_arrays(Hdf5Writer& file, const std::string& prefix, const Database& database);

/// Writes sources, history and findings as lists of text below `prefix`, which ends in "/":
/// source_name, source_format, source_sha256; history; finding_name, finding_severity,
/// finding_message, finding_value. Empty lists are not written.
void write_provenance(Hdf5Writer& file, const std::string& prefix, const Database& database);

/// Adds the sources, history and findings that write_provenance() put below `prefix`.
/// @throws Error(kInvalidArgument) where their lists differ in length
void read_provenance(const Hdf5File& file, const std::string& prefix, Database& database);

}  // namespace raftup::hydro
