#pragma once

#include <memory>

#include "hydro/database/database.hpp"
#include "solver/model/water/hydrodynamic_group.hpp"

namespace raftup::solver {

/// Returns a database whose excitation [N/m, N] contains the wave forces that act on a group in
/// addition to the pressure on its meshes. If the Froude-Krylov force is linear, this is the
/// database of the group. Otherwise, the excitation of each body whose Froude-Krylov force is
/// nonlinear is replaced by the diffraction force that the file contains or, if there is none, by X
/// minus the linear Froude-Krylov force of the mesh at rest. In very long waves the diffraction
/// force is 0.
std::shared_ptr<const hydro::Database> acting_excitation(const HydrodynamicGroup& group);

}  // namespace raftup::solver
