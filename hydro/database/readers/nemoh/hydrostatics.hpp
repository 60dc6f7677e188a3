/// @file The files Hydrostatics_*.dat and KH_*.dat of NEMOH, which Capytaine writes as well.
#pragma once

#include <span>
#include <vector>

#include "hydro/database/readers/source.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Hydrostatics of one body from a file Hydrostatics_*.dat.
struct NemohHydrostatics {
  Vector3 center_of_buoyancy;  ///< center of buoyancy [m]: XF, YF, ZF
  Vector3 center_of_gravity;   ///< center of gravity [m]: XG, YG, ZG
  double displaced_volume;     ///< displaced volume [m3]
};

/// Reads the centers [m] and the displaced volume [m3] from lines "XF = 0 - XG = 0" for x, y and z,
/// and "Displacement = 725.8". Lines behind them (area of the waterplane, mass) are not read. The names
/// on the left may all be XF, as some programs write it; the order of the lines determines the axis.
/// @throws Error(kInvalidArgument) with the file, the rule and the line
NemohHydrostatics read_nemoh_hydrostatics(const SourceFile& file);

/// Reads the hydrostatic stiffness [N/m, N, N m] from six rows of six numbers.
/// @throws Error(kInvalidArgument) with the file, the rule and the line
Matrix6 read_nemoh_stiffness(const SourceFile& file);

/// The .dat files of a case in two lists, by their contents.
struct NemohFiles {
  /// Reads the files.
  /// @throws Error(kInvalidArgument) as the two functions above
  explicit NemohFiles(std::span<const SourceFile> files);

  std::vector<NemohHydrostatics> points;  ///< centers [m] and volume of each body
  std::vector<Matrix6> stiffness;         ///< hydrostatic stiffness of each body [N/m, N, N m]
};

}  // namespace raftup::hydro
