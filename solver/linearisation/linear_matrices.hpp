/// @file The matrices of linear equations about a mean position [m, rad], each computed from the
/// equations that a simulation uses.
#pragma once

#include "solver/dynamics/statics/equilibrium.hpp"
#include "solver/linearisation/dof_axes.hpp"
#include "solver/linearisation/linear_water.hpp"

namespace raftup::solver {

/// The headings of the dof axes of all bodies [rad].
std::vector<Heading> rest_headings(const StillWaterSystem& system);

/// Sum of the added mass of interactions, of loads, and of gains of clients [kg, kg m, kg m2], dof
/// axes.
MatrixXd added_mass_without_groups(const StillWaterSystem& system, const Kinematics& bodies);

/// Computes the matrices of the linear equations that do not depend on the frequency [rad/s],
/// except the added mass at infinite frequency; in dof axes.
/// @param given   the model from which the system was made
/// @param balance the mean position
LinearMatrices linear_matrices(StillWaterSystem& system, const Model& given,
                               const Balance& balance);

/// Finds the undamped modes omega^2 (M + A(omega)) x = C x, with A at the frequency of the mode,
/// longest period first. At the frequency of a mode an eigenvalue of C - omega^2 (M + A(omega)) in
/// the free motions falls through zero. M + A(omega) need not be positive definite, as in a gap
/// resonance. Motions without stiffness have no mode. The search is from .001 to 20 rad/s.
/// @source Clough and Penzien, Dynamics of Structures (1993); Ruhe (1973) for an A that depends on
///         omega
std::vector<NaturalMode> natural_modes(const LinearMatrices& matrices, const LinearWater& water);

/// Computes the derivatives of every output that is a function of poses, velocities and
/// accelerations of the bodies, about the poses `bodies`. Outputs that also depend on waves,
/// radiation memory or reactions are excluded. The derivatives are central differences of order 4
/// of the outputs of a simulation.
/// @param axes of displacements and motions [m, rad]
std::vector<OutputDerivative> output_derivatives(const StillWaterSystem& system,
                                                 const Kinematics& bodies, const DofAxes& axes);

}  // namespace raftup::solver
