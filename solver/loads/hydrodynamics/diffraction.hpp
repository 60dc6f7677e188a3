#pragma once

#include <memory>

#include "hydro/database/database.hpp"
#include "solver/model/water/hydrodynamic_group.hpp"

namespace raftup::solver {

/// The wave forces of a group that act beside the pressure on its meshes, as the excitation of a
/// database: the group's own where the Froude-Krylov force is linear; else the diffraction part of
/// the file or, where it has none, X less the linear Froude-Krylov force of the meshes at rest. In
/// very long waves the diffraction force is 0.
std::shared_ptr<const hydro::Database> acting_excitation(const HydrodynamicGroup& group);

}  // namespace raftup::solver
