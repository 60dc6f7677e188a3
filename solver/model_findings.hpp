#pragma once

#include "hydro/base/finding.hpp"
#include "solver/model.hpp"

namespace raftup::solver {

/// What is worth knowing about a checked model though no rule is broken.
Findings find_notable(const Model& model);

/// Warns of each hydrodynamic body whose speed through the water at t = 0 makes a database for zero
/// speed doubtful:
/// - "froude_number" U / sqrt(g L) above .1, beyond which the steady flow past the hull changes
///   added mass, damping and excitation by more than some per cent. L is the length along its way
///   of a rectangle with the area and the second moment of its waterplane, sqrt(12 I / A), I from
///   the hydrostatic stiffness; of a body below the surface the cube root of its volume;
/// - "tau" omega_e U / g above 1/4, beyond which no wave that the body makes runs ahead of it:
///   omega_e the mean encounter frequency of the sea, weighted by the variance of its components.
/// @source Newman (1978), The theory of ship motions; Journee and Massie (2001), Offshore
/// hydromechanics
void add_forward_speed_findings(const Model& model, Findings& findings);

/// Of each hydrodynamic group with second-order wave forces:
/// - "second_order_range": a share of the sea's variance, less than is refused, has no data;
/// - "drift_damping_depth": wave drift damping is for deep water, k h > 3 in 99 % of the variance.
void add_second_order_findings(const Model& model, Findings& findings);

/// "damping_twice" of each body with hull derivatives and other drag in the same dofs.
void add_manoeuvring_findings(const Model& model, Findings& findings);

/// Of each body with a mesh that the water presses on: what is to be said of the mesh, and
/// - "floating_pose": where it floats in still water under its own weight, by Newton's method;
/// - "mesh_volume": the mesh displaces another volume than the database says, by more than 1 %;
/// - "counted_twice": of a group, a nonlinear Froude-Krylov force beside forces of second order.
void add_wetted_mesh_findings(const Model& model, Findings& findings);

}  // namespace raftup::solver
