/// @file A database as the files of a case of NEMOH.
#pragma once

#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/database/readers/source.hpp"

namespace raftup::testing {

/// How a case of NEMOH is written.
struct NemohWriting {
  /// Point about which each body turns [m]; its center of gravity without.
  std::vector<Vector3> points;
  Vector2 wave_origin = Vector2::Zero();  ///< XEFF, YEFF [m]
  int numbers_of_line = 1000;             ///< in tables
};

/// Nemoh.cal of version 3, the tables of radiation and excitation, and the hydrostatics of a database,
/// with all digits.
std::vector<hydro::SourceFile> nemoh_files(const hydro::Database& database,
                                           const NemohWriting& writing);

/// The database about other points [m], to which the coefficients of a file refer: as readers move it to
/// the centers of gravity, the other way. Its centers of gravity are the points.
hydro::Database about_points(hydro::Database database, const std::vector<Vector3>& points);

}  // namespace raftup::testing
