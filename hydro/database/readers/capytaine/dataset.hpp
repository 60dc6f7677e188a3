/// @file Access to a dataset of Capytaine by the names of dimensions and dofs, and to the
///         hydrostatics in files of Nemoh's style that may accompany it.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "hydro/database/generalised_modes.hpp"
#include "hydro/database/netcdf_file.hpp"
#include "hydro/database/readers/source.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Returns the numbers of a variable with its dimensions in another order. Dimensions with a single
/// entry that are not among `dimensions`, such as one water depth [m], are removed.
/// @param dimensions names of the dimensions of the result, in order
/// @param variable   name of the variable, for messages
/// @throws Error(kInvalidArgument) if a dimension is missing, or if there is another dimension of
///          several entries
NamedArray ordered_array(const NamedArray& array, const std::vector<std::string>& dimensions,
                         const std::string& variable);

/// The bodies of a Capytaine dataset and the position of its dofs in a database.
struct CapytaineDofs {
  /// Names of the bodies, as in the names of the dofs, in order of appearance.
  std::vector<std::string> bodies;
  /// Modes: the dofs beside the six of each body, with dofs in carriers behind the bodies.
  std::vector<GeneralisedMode> modes;
  std::vector<std::string> mode_names;  ///< name of each mode, as in the file
  /// Index in the database, 6 * body + dof, of each dof of the file.
  std::vector<Eigen::Index> places;
};

/// Determines the bodies from the names of dofs such as "ship__Heave", or "Heave" for a single
/// body. Any other name, "ship__bending" or "bending", is that of a mode.
/// @param variable name of the variable, for messages: "influenced_dof"
/// @throws Error(kInvalidArgument) if a dof occurs twice, if a body lacks one of the six of a rigid
///          body, or if a mode is that of no body
CapytaineDofs capytaine_dofs(const std::vector<std::string>& names, const std::string& variable);

/// Hydrostatics of one body from a file Hydrostatics_*.dat.
struct NemohHydrostatics {
  Vector3 center_of_buoyancy;  ///< center of buoyancy [m]: XF, YF, ZF
  Vector3 center_of_gravity;   ///< center of gravity [m]: XG, YG, ZG
  double displaced_volume;     ///< displaced volume [m3]
};

/// Reads the centers [m] and the displaced volume [m3] from lines "XF = 0 - XG = 0" for x, y and z,
/// and "Displacement = 725.8". The names on the left may all be XF, as some programs write it; the
/// order of the lines determines the axis.
/// @throws Error(kInvalidArgument) with the file, the rule and the line
NemohHydrostatics read_nemoh_hydrostatics(const SourceFile& file);

/// Reads the hydrostatic stiffness [N/m, N, N m] from six rows of six numbers.
/// @throws Error(kInvalidArgument) with the file, the rule and the line
Matrix6 read_nemoh_stiffness(const SourceFile& file);

/// The .dat files beside a dataset in two lists, by their contents.
struct NemohFiles {
  /// Reads the files.
  /// @throws Error(kInvalidArgument) as the two functions above
  explicit NemohFiles(std::span<const SourceFile> files);

  std::vector<NemohHydrostatics> points;  ///< centers [m] and volume of each body
  std::vector<Matrix6> stiffness;         ///< hydrostatic stiffness of each body [N/m, N, N m]
};

}  // namespace raftup::hydro
