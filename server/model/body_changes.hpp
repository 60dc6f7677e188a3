#pragma once

#include "raftup/v1/change.pb.h"
#include "solver/simulation/run/simulation.hpp"

namespace raftup::server {

/// Changes masses [kg, kg m2] and added masses of bodies of a simulation as a request describes,
/// one change after another. Values that a change leaves out are kept.
/// @throws ServiceError(kBadField) with the violations of the first invalid change, with paths
///         beginning with "masses[i]" or "added_masses[i]". Earlier changes have then been made;
///         the caller must undo them, see RecordedSimulation::change_bodies().
void change_bodies(const v1::ChangeSessionRequest& request, solver::Simulation& simulation);

}  // namespace raftup::server
