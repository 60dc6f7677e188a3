#pragma once

#include <memory>

#include "hydro/database/database.hpp"
#include "solver/model/water/hydrodynamic_group.hpp"

namespace raftup::solver {

/// A database whose excitation [N/m, N] consists of the wave forces of a group that act in addition
/// to the pressure on its meshes. If the Froude-Krylov force is linear, it is the group's own
/// database. Otherwise it has, of the bodies whose Froude-Krylov force is nonlinear, the diffraction
/// part of the file or, if there is none, X minus the linear Froude-Krylov force of the meshes at
/// rest. In very long waves the diffraction force is 0.
std::shared_ptr<const hydro::Database> acting_excitation(const HydrodynamicGroup& group);

}  // namespace raftup::solver
