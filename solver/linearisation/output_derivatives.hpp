#pragma once

#include "solver/linearisation/still_water_system.hpp"

namespace raftup::solver {

/// Every output that is a function of how bodies stand, move and are accelerated, near `bodies`;
/// not those that also depend on the waves, the water's memory or reactions. By central differences
/// of order 4 of what a simulation reads.
/// @param to_world from dof axes
std::vector<OutputDerivative> output_derivatives(const StillWaterSystem& system,
                                                 const Kinematics& bodies,
                                                 const MatrixXd& to_world);

}  // namespace raftup::solver
