/// @file A database as a vessel type of OrcaFlex.
#pragma once

#include <optional>
#include <string>

#include "hydro/database/database.hpp"

namespace raftup::testing {

/// How a vessel type is written: words as OrcaFlex has them.
struct OrcaflexWriting {
  bool us_units = false;  ///< ft and kips
  std::string waves = "frequency (rad/s)";
  std::string phases = "leads";
  std::string zero = "crest";
  std::string wave_unit = "amplitude";
  std::string sway_positive = "port";
  std::string symmetry = "None";
  Vector3 reference_origin = Vector3::Zero();  ///< of A, B, C [m]
  Vector3 rao_origin = Vector3::Zero();        ///< of X [m]
  std::optional<Vector3> phase_origin;         ///< of the phase [m]; that of X without
};

/// A text file with one vessel type and one draught "Full" of a database of one body, with all digits.
std::string orcaflex_text(const hydro::Database& database, const OrcaflexWriting& writing);

}  // namespace raftup::testing
