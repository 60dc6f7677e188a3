/// @file A database as files .rao of HydroStar.
#pragma once

#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/database/readers/source.hpp"

namespace raftup::testing {

/// How files of HydroStar are written.
struct RaoWriting {
  Vector3 point = Vector3::Zero();        ///< to which coefficients refer [m]
  Vector2 wave_origin = Vector2::Zero();  ///< reference point of the incident wave [m]
  bool phases_lag = false;                ///< X = a exp(-i p) instead of a exp(i p)
  bool values_alone = false;              ///< A and B without the zeros behind them
};

/// The 78 files of a database of one body with all digits, and its .hst in WAMIT's layout. Omega = 0
/// without numbers and infinity come first.
std::vector<hydro::SourceFile> rao_files(const hydro::Database& database,
                                         const RaoWriting& writing);

}  // namespace raftup::testing
