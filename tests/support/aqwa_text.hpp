/// @file A database as the files of AQWA.
#pragma once

#include <string>

#include "hydro/database/database.hpp"

namespace raftup::testing {

/// A file .AH1 with all digits: its phases lag the wave at each center of gravity.
std::string aqwa_text(const hydro::Database& database);

/// A listing .LIS with all digits: places of the hulls, Froude-Krylov and diffraction force.
std::string aqwa_listing(const hydro::Database& database);

/// The file .QTF of a database with quadratic transfer functions of differences, on all dofs, and 1 or 0
/// for those of sums.
std::string aqwa_qtf(const hydro::Database& database, bool with_sums);

}  // namespace raftup::testing
