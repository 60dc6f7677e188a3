#pragma once

#include "solver/dynamics/statics/still_water_system.hpp"
#include "solver/linearisation/linear_water.hpp"

namespace raftup::solver {

/// Returns the speeds through the water along the bows [m/s] of the bodies of a group in a uniform
/// flow, in the order of its database; empty for a group without one.
/// @param group index of the group in `model`
VectorXd speeds_under_way(StillWaterSystem& system, const Model& model, std::size_t group,
                          const Kinematics& bodies);

/// Returns a model of the waves that ships under way meet: in the frame that moves with the bodies of
/// groups in a uniform flow [m/s], in which the water flows past, and with the excitation of their
/// databases at their mean speed. Frequencies [rad/s] are then those of encounter. A model without
/// such groups is returned unchanged.
/// @throws Error(kInvalidArgument) if these bodies do not all move with one horizontal velocity;
///         Error(kOutOfRange) if a speed lies outside the speeds of a database
Model model_of_met_waves(StillWaterSystem& system, const Model& model, const Kinematics& bodies);

}  // namespace raftup::solver
