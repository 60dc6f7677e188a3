#pragma once

#include "solver/linearisation/equilibrium.hpp"
#include "solver/linearisation/linear_water.hpp"

namespace raftup::solver {

/// Headings of the dof axes of each body.
std::vector<Heading> rest_headings(const StillWaterSystem& system);

/// Blocks of rotations by headings, two for each [6N, 6N]: from dof axes to the world's.
MatrixXd turning_matrix(const std::vector<Heading>& angles);

/// Added mass of interactions and of gains that clients give, dof axes.
MatrixXd added_mass_without_groups(const StillWaterSystem& system, const Kinematics& bodies);

/// Everything that does not depend on the frequency but the added mass at infinite frequency.
/// @param given  the model that the system is of
/// @param balance where the bodies are
LinearMatrices linear_matrices(StillWaterSystem& system, const Model& given,
                               const Balance& balance);

}  // namespace raftup::solver
