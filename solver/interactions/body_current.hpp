#pragma once

#include "solver/bodies/kinematics.hpp"
#include "solver/model.hpp"

namespace raftup::solver {

/// Current [U; 0] past each body of a model [m/s, world]: of a profile that at the centre of
/// buoyancy at rest, for a body without a hydrodynamic database at its centre of mass at t = 0.
/// Empty in still water.
BodyVectors current_at_bodies(const Model& model);

}  // namespace raftup::solver
