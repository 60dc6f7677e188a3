/// @file Units of files of OrcaFlex.
#pragma once

#include "hydro/database/readers/orcaflex/yaml.hpp"

namespace raftup::hydro {

/// The SI units in one unit of a file.
struct OrcaflexUnits {
  double length = 1.0;    ///< [m]
  double mass = 1000.0;   ///< [kg]
  double force = 1000.0;  ///< [N]
};

/// Reads `UnitsSystem`: SI (m, te, kN), US (ft, kips), or User with `LengthUnits`, `MassUnits` and
/// `ForceUnits`; SI without.
/// @param general section General of the file; may be null
/// @throws Error(kInvalidArgument) with the file, the line and the rule
OrcaflexUnits read_orcaflex_units(const SourceFile& file, const YamlNode* general);

}  // namespace raftup::hydro
