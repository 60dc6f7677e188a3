#pragma once

#include "raftup/v1/change.pb.h"
#include "solver/simulation/run/simulation.hpp"

namespace raftup::server {

/// Gives the bodies of a simulation the masses and added masses of a request, one change after
/// another; what a change leaves out stays as it is.
/// @throws ServiceError(kBadField) with the violations of the first change at fault, paths from
/// "masses[i]" and
///         "added_masses[i]". Changes before the one at fault may then have been made: see
///         RecordedSimulation::change_bodies().
void change_bodies(const v1::ChangeSessionRequest& request, solver::Simulation& simulation);

}  // namespace raftup::server
