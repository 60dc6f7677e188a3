#pragma once

#include <string>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

class Hdf5File;
class Hdf5Writer;

/// Writes sources, history and findings as lists of text below `prefix`, which ends in "/":
/// source_name, source_format, source_sha256; history; finding_name, finding_severity,
/// finding_message, finding_value. What there is none of is not written.
void write_provenance(Hdf5Writer& file, const std::string& prefix, const Database& database);

/// Adds the sources, history and findings that write_provenance() put below `prefix`.
/// @throws Error(kInvalidArgument) where their lists differ in length
void read_provenance(const Hdf5File& file, const std::string& prefix, Database& database);

}  // namespace raftup::hydro
