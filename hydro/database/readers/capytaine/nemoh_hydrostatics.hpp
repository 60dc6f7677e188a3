#pragma once

#include "hydro/database/readers/source.hpp"

namespace raftup::hydro {

/// What Hydrostatics_*.dat says of one body.
struct NemohHydrostatics {
  Vector3 center_of_buoyancy;  ///< m: XF, YF, ZF
  Vector3 center_of_gravity;   ///< m: XG, YG, ZG
  double displaced_volume;     ///< m3
};

/// Lines "XF = 0 - XG = 0" for x, y and z, then "Displacement = 725.8". The names on the left may
/// all be XF, as some writers have it: the order decides.
/// @throws Error(kInvalidArgument) naming file, rule and line
NemohHydrostatics read_nemoh_hydrostatics(const SourceFile& file);

/// Six rows of six numbers [N/m, N, N m].
/// @throws Error(kInvalidArgument) naming file, rule and line
Matrix6 read_nemoh_stiffness(const SourceFile& file);

}  // namespace raftup::hydro
