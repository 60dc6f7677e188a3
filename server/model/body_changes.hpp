#pragma once

#include "raftup/v1/change.pb.h"
#include "solver/simulation/run/simulation.hpp"

namespace raftup::server {

/// Applies the masses [kg, kg m2] and added masses of a request to the bodies of a simulation, one
/// change after another; values that a change leaves out are kept.
/// @throws ServiceError(kBadField) with the violations of the first wrong change, with paths
///         beginning with "masses[i]" or "added_masses[i]". Changes before it may then have been
///         made: see RecordedSimulation::change_bodies().
void change_bodies(const v1::ChangeSessionRequest& request, solver::Simulation& simulation);

}  // namespace raftup::server
