/// @file A database as the files of a case of HAMS.
#pragma once

#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/database/readers/source.hpp"

namespace raftup::testing {

/// The database with the density and gravity that HAMS has as constants, without parts of X.
hydro::Database in_water_of_hams(hydro::Database database);

/// ControlFile.in, Hydrostatic.in and the tables of a database of one body in the water of HAMS, with all
/// digits but those of the frequencies in the tables, which have three decimals. Frequencies and
/// headings must be uniform.
/// @param point Reference_body_center [m]
std::vector<hydro::SourceFile> hams_files(const hydro::Database& database, const Vector3& point);

}  // namespace raftup::testing
