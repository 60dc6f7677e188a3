#pragma once

#include "solver/loads/rods/safe_step.hpp"

namespace raftup::solver::rods {

/// How a rod came to rest.
struct RestReport {
  int newton_steps = 0;
  /// Forces of the rod on what holds its kept nodes, by node [N, world frame].
  std::vector<Vector3> kept_force;
};

/// Brings a rod to rest between its kept nodes: safe steps without velocity, of a duration that
/// grows from 0.05 s tenfold where a step needed less than 12 Newton steps and by 1.3 otherwise, to
/// more than 1e4 s and moves of less than 1e-7 m. A rod that bends comes to rest as a rope first,
/// whose elements only pull, and then with 1/100, 1/10 and all of its bending stiffness. A rope that
/// is very stiff for the forces on it comes to rest with less axial stiffness first.
/// @param state any positions; receives the static equilibrium
/// @param loads the position of kept nodes and what acts on the others
/// @throws SolverFailure if the rod does not come to rest
RestReport bring_to_rest(const DiscreteRod& rod, const StepLoads& loads, RodState& state);

}  // namespace raftup::solver::rods
