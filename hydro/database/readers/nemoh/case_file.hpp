/// @file The file Nemoh.cal: the water, the bodies and the grids of a case of NEMOH 2 or 3.
#pragma once

#include <vector>

#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

/// The contents of a file Nemoh.cal that are read.
struct NemohCase {
  double water_density = 0.0;  ///< [kg/m3]
  double gravity = 0.0;        ///< [m/s2]
  double water_depth = 0.0;    ///< [m]; infinite where the file has 0
  /// Place at which the phase of waves is 0 (XEFF, YEFF) [m].
  Vector2 wave_origin = Vector2::Zero();
  /// Point of every body about which it turns, to which its moments refer [m].
  std::vector<Vector3> rotation_points;
  Eigen::Index frequency_count = 0;
};

/// Reads a file of NEMOH 2 or 3, or of Capytaine's export to this layout. Values stand at the front of
/// lines, in a fixed order, before comments behind "!". Every body must have the six motions of a rigid
/// body, in their order, turning about one point, and the forces in the same.
/// @throws Error(kInvalidArgument) with the file, the line and the rule
/// @source NEMOH, user manual, "Nemoh.cal"
NemohCase read_nemoh_case(const SourceFile& file);

}  // namespace raftup::hydro
