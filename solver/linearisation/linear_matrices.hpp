/// @file What linear equations about a mean position consist of, each from the system that is
/// there.
#pragma once

#include "solver/linearisation/dof_axes.hpp"
#include "solver/linearisation/equilibrium.hpp"
#include "solver/linearisation/linear_water.hpp"

namespace raftup::solver {

/// Headings of the dof axes of each body.
std::vector<Heading> rest_headings(const StillWaterSystem& system);

/// Added mass of interactions, of loads and of gains that clients give, dof axes.
MatrixXd added_mass_without_groups(const StillWaterSystem& system, const Kinematics& bodies);

/// Everything that does not depend on the frequency but the added mass at infinite frequency.
/// @param given  the model that the system is of
/// @param balance where the bodies are
LinearMatrices linear_matrices(StillWaterSystem& system, const Model& given,
                               const Balance& balance);

/// Undamped modes omega^2 (M + A(omega)) x = C x with A at the mode's own frequency, longest period
/// first. A mode is where an eigenvalue of C - omega^2 (M + A(omega)) in the free motions falls
/// through zero, which needs no positive definite M + A(omega): a gap resonance does not leave it.
/// Motions without stiffness have none. Searched from .001 to 20 rad/s.
/// @source Clough and Penzien, Dynamics of Structures (1993); Ruhe (1973) where A depends on omega
std::vector<NaturalMode> natural_modes(const LinearMatrices& matrices, const LinearWater& water);

/// Every output that is a function of how bodies stand, move and are accelerated, near `bodies`;
/// not those that also depend on the waves, the water's memory or reactions. By central differences
/// of order 4 of what a simulation reads.
/// @param axes that displacements and motions are in
std::vector<OutputDerivative> output_derivatives(const StillWaterSystem& system,
                                                 const Kinematics& bodies, const DofAxes& axes);

}  // namespace raftup::solver
