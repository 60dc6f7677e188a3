/// @file Access to a dataset of Capytaine by the names of dimensions and dofs.
#pragma once

#include <string>
#include <vector>

#include "hydro/database/generalised_modes.hpp"
#include "hydro/database/netcdf_file.hpp"
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

}  // namespace raftup::hydro
