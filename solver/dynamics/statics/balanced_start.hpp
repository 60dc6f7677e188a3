#pragma once

#include <vector>

#include "hydro/base/finding.hpp"
#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

/// Poses of the bodies of a model with Start::kEquilibrium at t = 0 [m, rad, world frame].
struct BalancedStart {
  Kinematics bodies;  ///< at rest; bodies that forces do not move have the poses of the model
  Findings findings;
};

/// Finds the static equilibrium of a model with find_equilibrium(), beginning at the poses of the
/// model. The bodies are under the mean wind and current and the mean drift force of the sea,
/// without waves. Surge, sway and yaw without stiffness keep their values; if a mean load acts on
/// them, the finding is "mean_load_unbalanced". Further findings are
/// - "start_moved": the distance and angle by which a body was moved [m, deg];
/// - "start_left_out": an effect that acts in a simulation but is excluded here, such as contacts.
/// @param model               checked
/// @param infinite_added_mass A_inf, one per group, of its bodies in the order of the database [kg,
///         kg m, kg m2]; the equilibrium does not depend on it
/// @throws Error(kInvalidArgument) of "integration.start" if the bodies have no equilibrium, with
///         the body, the dof and the load [N, N m]; or if it is unstable, with the stiffness, in
///         roll and pitch as metacentric height [m]; Error(kResourceExhausted) for more bodies than
///         kMostLinearBodies
BalancedStart balanced_start(const Model& model, const std::vector<MatrixXd>& infinite_added_mass);

}  // namespace raftup::solver
