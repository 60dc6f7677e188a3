#pragma once

#include <vector>

#include "hydro/base/finding.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// Where the bodies of a model with Start::kEquilibrium are at t = 0 [m, rad, world frame].
struct BalancedStart {
  Kinematics bodies;  ///< at rest; those that forces do not move begin as the model has them
  Findings findings;
};

/// Finds the static equilibrium of a model by find_equilibrium(), from the poses that it gives:
/// under its mean wind and current and the mean drift of its sea, without waves. Surge, sway and
/// yaw that nothing holds stay as they are, with the finding "mean_load_unbalanced" where a mean
/// load acts on them. Further findings are
/// - "start_moved": how far a body was moved [m, deg];
/// - "start_left_out": what acts in a simulation and holds nothing here, such as contacts.
/// @param model               checked
/// @param infinite_added_mass one per group, of its bodies in the order of the database [kg, kg m,
///                            kg m2]; where the bodies balance does not depend on it
/// @throws Error(kInvalidArgument) of "integration.start" with the body, the dof and the load [N,
///         N m] where the bodies have no equilibrium, and with the stiffness, in roll and pitch as
///         metacentric height [m], where it is unstable; Error(kResourceExhausted) for more bodies
///         than kMostLinearBodies
BalancedStart balanced_start(const Model& model, const std::vector<MatrixXd>& infinite_added_mass);

}  // namespace raftup::solver
