/// @file The contents of a dataset of Capytaine, found by the names of dimensions and dofs, and the
/// hydrostatics in files of Nemoh's style that may lie beside it.
#pragma once

#include <string>
#include <vector>

#include "hydro/database/netcdf_file.hpp"
#include "hydro/database/readers/source.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// The numbers of a variable with its dimensions in another order. Dimensions of one entry that are
/// not asked for, such as one water depth [m], are removed.
/// @param variable for messages
/// @throws Error(kInvalidArgument) where a dimension is missing, or one of several entries is too
/// many
NamedArray ordered_array(const NamedArray& array, const std::vector<std::string>& dimensions,
                         const std::string& variable);

/// Where the dofs of a Capytaine dataset belong.
struct CapytaineDofs {
  std::vector<std::string> bodies;   ///< as named by the dofs, in order of appearance
  std::vector<Eigen::Index> places;  ///< 6 * body + dof of each filed dof
};

/// Finds the bodies in names such as "ship__Heave", or "Heave" of a single body.
/// @param variable for messages: "influenced_dof"
/// @throws Error(kInvalidArgument) for a dof that is not one of a rigid body, one that comes twice,
/// or a body that lacks some
CapytaineDofs capytaine_dofs(const std::vector<std::string>& names, const std::string& variable);

/// The hydrostatics of one body in a file Hydrostatics_*.dat.
struct NemohHydrostatics {
  Vector3 center_of_buoyancy;  ///< m: XF, YF, ZF
  Vector3 center_of_gravity;   ///< m: XG, YG, ZG
  double displaced_volume;     ///< m3
};

/// Reads the centres [m] and the displaced volume [m3] from lines "XF = 0 - XG = 0" for x, y and z,
/// and "Displacement = 725.8". The names on the left may all be XF, as some programs write it: the
/// order determines the axis.
/// @throws Error(kInvalidArgument) naming file, rule and line
NemohHydrostatics read_nemoh_hydrostatics(const SourceFile& file);

/// Six rows of six numbers [N/m, N, N m].
/// @throws Error(kInvalidArgument) naming file, rule and line
Matrix6 read_nemoh_stiffness(const SourceFile& file);

}  // namespace raftup::hydro
