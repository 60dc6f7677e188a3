/// @file The parts of linear equations about a mean position [m, rad], each computed from the
///         system that a simulation uses.
#pragma once

#include "solver/dynamics/statics/equilibrium.hpp"
#include "solver/linearisation/dof_axes.hpp"
#include "solver/linearisation/linear_water.hpp"

namespace raftup::solver {

/// The headings of the dof axes of each body [rad].
std::vector<Heading> rest_headings(const StillWaterSystem& system);

/// Added mass of interactions, of loads, and of gains of clients [kg, kg m, kg m2], dof axes.
MatrixXd added_mass_without_groups(const StillWaterSystem& system, const Kinematics& bodies);

/// Everything that does not depend on the frequency [rad/s], except the added mass at infinite
/// frequency; in dof axes.
/// @param given   the model from which the system was made
/// @param balance the mean position
LinearMatrices linear_matrices(StillWaterSystem& system, const Model& given,
                               const Balance& balance);

/// Undamped modes omega^2 (M + A(omega)) x = C x with A at the mode's own frequency, longest period
/// first. A mode is where an eigenvalue of C - omega^2 (M + A(omega)) in the free motions falls
/// through zero, which needs no positive definite M + A(omega): a gap resonance does not leave it.
/// Motions without stiffness have none. Searched from .001 to 20 rad/s.
/// @source Clough and Penzien, Dynamics of Structures (1993); Ruhe (1973) where A depends on omega
std::vector<NaturalMode> natural_modes(const LinearMatrices& matrices, const LinearWater& water);

/// The derivatives of every output that is a function of poses, velocities and accelerations of the
/// bodies, about the poses `bodies`. Outputs that also depend on waves, radiation memory or
/// reactions are left out. Computed by central differences of order 4 of what a simulation reads.
/// @param axes of displacements and motions [m, rad]
std::vector<OutputDerivative> output_derivatives(const StillWaterSystem& system,
                                                 const Kinematics& bodies, const DofAxes& axes);

}  // namespace raftup::solver
