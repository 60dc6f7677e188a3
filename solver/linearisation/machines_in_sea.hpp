#pragma once

#include <string>
#include <vector>

#include "solver/linearisation/linear_machines.hpp"
#include "solver/linearisation/linearisation.hpp"

namespace raftup::solver {

/// Adds the springs and dampers [N/m, N s/m] that come nearest to the machines of a model in the
/// waves of its sea to the matrices of its linear equations. The motion in the sea follows from
/// these springs and dampers, so that both are iterated. Quadratic damping is taken as that of equal
/// work in the same motion meanwhile; it is not added. Without waves, in a sea of
/// more than 5000 components, and where a machine cannot follow its motion, all machines are left
/// out.
/// @param linear   equations whose matrices are `matrices`
/// @param machines machines of the same model
/// @param matrices restoring and linear damping are changed
/// @returns a sentence about each machine: by what it was replaced, or why it is left out
std::vector<std::string> fit_machines(const Linearization& linear, LinearMachines& machines,
                                      LinearMatrices& matrices);

}  // namespace raftup::solver
