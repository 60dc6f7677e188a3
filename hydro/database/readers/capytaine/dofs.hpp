#pragma once

#include <string>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

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

}  // namespace raftup::hydro
