#pragma once

#include "hydro/base/finding.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

class DefectMemory;
class Islands;
struct ContactsAtStart;
struct State;
struct Variable;

/// Facts about a checked model that break no rule but are worth knowing.
/// @param meshes memory of the defects found in meshes before; may be null
Findings find_notable(const Model& model, DefectMemory* meshes = nullptr);

/// Warns of each hydrodynamic body whose speed U through the water [m/s] at t = 0 makes a database
/// for zero speed doubtful:
/// - "froude_number": U / sqrt(g L) exceeds .1, above which the steady flow past the hull changes
///   added mass, damping and excitation by more than some per cent. L [m] is the length, in the
///   direction of motion, of a rectangle with the area A and the second moment I of the waterplane,
///   sqrt(12 I / A), with I from the hydrostatic stiffness; for a body below the surface it is the
///   cube root of its volume;
/// - "tau": omega_e U / g exceeds 1/4, above which no wave that the body makes travels ahead of it.
///   omega_e [rad/s] is the mean encounter frequency of the sea, weighted by the variance of its
///   components.
/// @source Newman (1978), The theory of ship motions; Journee and Massie (2001), Offshore
///         hydromechanics
void add_forward_speed_findings(const Model& model, Findings& findings);

/// Findings for each hydrodynamic group with second-order wave forces:
/// - "drift_counted_twice": the linear force at the moving body contains a part of the second-order
///   force that mean drift forces and transfer functions contain too. The remedy is to compute
///   waves at slow poses, or at the poses of rest if a body keeps its place;
/// - "cutoff_in_waves": the slow poses follow the motion in waves by more than 20 %;
/// - "second_order_range": a share of the variance of the sea has no data, although less than is
///   refused;
/// - "drift_damping_depth": wave drift damping is valid for deep water, k h > 3 for 99 % of the
///   variance.
void add_second_order_findings(const Model& model, Findings& findings);

/// "waves_break": a sea of several components is steeper than natural ones
/// (hydro::limiting_significant_steepness()), or its steepest component has a ratio of height to
/// length above .142 tanh(k h) (hydro::breaking_steepness()). Steepness is dimensionless.
void add_steepness_findings(const Model& model, Findings& findings);

/// - "first_harmonic": of a steep wave databases feel the first harmonic of the elevation [m];
/// - "second_order_stretching": loads or probes in a sea of second order take its waves up to the
///   surface otherwise than by extrapolation.
void add_nonlinear_sea_findings(const Model& model, Findings& findings);

/// "radiation_frequency": more than 1 % of the variance of the sea is at frequencies that differ by
/// more than 1 % from that of a group's constant radiation [rad/s], which is exact there alone.
void add_radiation_frequency_findings(const Model& model, Findings& findings);

/// "natural_frequency": the natural frequency [rad/s] of a body in a dof that its database
/// restores, omega^2 = C / (M + A(omega)), is below the first or above the last frequency of the
/// file, so that added mass and damping at resonance are not in the file. Slow drift on moorings is
/// not considered.
void add_natural_frequency_findings(const Model& model, Findings& findings);

/// "step_too_long": the step h [s] is too long for an island with an explicit stepper. Two motions
/// at t = 0 are considered among those that rigid joints leave free: the fastest one on the
/// stiffness of the loads, of frequency omega [rad/s], and the one that they damp most, with the
/// decay rate lambda = d/m [1/s]. Models with streamed waves are not checked. The bounds are:
/// - rk4, and islands that choose their stepper by reach: omega h above 1, where the phase error is
///   1 % (motions grow without bound above 2 sqrt(2)), or lambda h above 2 (unstable from 2.785);
/// - spook, and islands by reach that may touch: the bounds above which motions grow without bound,
///   (omega h)^2 above 4 - 2 lambda h + (lambda h)^2 or lambda h above 2; for islands that may
///   touch, come to a stop or hang on compliant joints, (omega h)^2 + 2 lambda h above 4.
/// midpoint and moreau_jean are stable at every step if no force destabilizes the motion by itself.
/// Not considered are loads that do not act at t = 0 (a slack line, a fender that nothing presses),
/// bodies that hang on joints like a pendulum, islands with joints of more than 600 dofs, and
/// contacts, which spook treats implicitly.
/// @source Hairer, Norsett and Wanner (1993), Solving ordinary differential equations I; for spook
///         the table in docs/solver/methods.md
void add_step_findings(const Islands& islands, const State& state, Findings& findings);

/// Replaces the stepper of each island whose stepper the model leaves open and whose motions would,
/// by the bounds of "step_too_long", grow without bound: midpoint replaces rk4 (omega h above 2
/// sqrt(2) or lambda h above 2.785), moreau_jean replaces spook. The finding remains and names the
/// stepper that was chosen.
/// @param state at t = 0
/// @returns true if an island has another stepper now
bool choose_stable_steppers(Islands& islands, const State& state, Findings& findings);

/// "joined_shapes_overlap": two shapes with contact forces overlap at t = 0 by more than 1e-6 m
/// although a joint connects their bodies, or the body of one to the world.
void add_overlap_findings(const Model& model, const ContactsAtStart& start, Findings& findings);

/// "mesh_" followed by the name of a MeshDefectKind: a mesh that can touch other shapes has defects
/// of this kind. The finding says how many there are and where the first one is.
/// @param meshes memory of the defects found in meshes before; may be null
void add_mesh_findings(const Model& model, DefectMemory* meshes, Findings& findings);

/// "short_duration": statistics of an irregular sea cover fewer than 50 zero crossings.
/// @param duration of the run [s]
/// @source ITTC 7.5-02-07-02.1, Seakeeping experiments: at least 50 encounters, 100 are usual
void add_duration_finding(const Model& model, double duration, Findings& findings);

/// "radiation_memory": freely floating bodies with the radiation memory of a group have motions
/// that differ from those with A and B of its database by more than 2 % of their peak
/// (RadiationReport). The finding names the difference, the body and dof, the frequency [rad/s],
/// and a remedy.
/// @param reports one for each group
void add_memory_findings(const Model& model, const std::vector<hydro::RadiationReport>& reports,
                         Findings& findings);

/// "damping_twice": the drag of a body in surge, sway and yaw is given twice: by hull derivatives
/// together with a load current_drag or the quadratic damping of its group, or by the latter two
/// together.
void add_drag_findings(const Model& model, Findings& findings);

/// Findings for each body with a hull mesh that the water presses on:
/// - defects of the mesh;
/// - "floating_pose": the pose at which the body floats in still water under its own weight, found
///   by Newton's method [m, rad];
/// - "mesh_volume": the volume displaced by the mesh [m3] differs from that of the database by more
///   than 1 %;
/// - "counted_twice": the group has a nonlinear Froude-Krylov force beside second-order forces.
void add_wetted_mesh_findings(const Model& model, Findings& findings);

/// "radius_of_gyration": the moments of inertia of a body of a database give a radius of gyration
/// [m] that no hull of its size has, as a slip between kg and t does. The bounds are .05 and 4
/// times the diagonal, across the axis, of a box with the waterplane and volume of the hull
/// (HullForm).
void add_radius_findings(const Model& model, Findings& findings);

/// "damping_negative": a damping matrix of a group, of a body of it, or of a linear mooring [N s/m,
/// N s, N m s], supplies energy to some motion, because its symmetric part has a negative eigenvalue.
void add_damping_findings(const Model& model, Findings& findings);

/// "motion_starts_moving": a recorded motion of a body has a velocity [m/s, rad/s] at t = 0.
void add_motion_findings(const Model& model, Findings& findings);

/// Findings about parts of the model without effect, if some body moves:
/// - "environment_unused": wind, sea or current that exerts a force on no body;
/// - "added_mass_unused": an added-mass block of a static body.
void add_unused_findings(const Model& model, Findings& findings);

/// Findings about bodies that float freely by linear hydrostatics, alone or joined to each other,
/// from all forces on them at t = 0 without waves:
/// - "weight_balance": weight and loads differ from the buoyancy at rest by more than 20 %;
/// - "starts_off_rest": the height at the start differs from that at which these forces balance by
///   more than half of the draught [m], or by more than a fifth in waves, where a free decay is not
///   intended;
/// - "heel_at_rest", "trim_at_rest": the body will incline by more than 2 deg, both by its centres
///   alone and by all forces on it.
/// Bodies that joints or contacts connect to the ground, and dofs that are not free, are not
/// considered.
void add_rest_findings(const Model& model, const Islands& islands, const ContactsAtStart& contacts,
                       const State& state, Findings& findings);

/// Findings about catenary and dynamic lines at t = 0:
/// - "anchor_above_bottom": an end fixed to the world below the surface is above the bottom by more
///   than a tenth of the depth;
/// - "line_slack": the line is longer than straight down and then along the bottom;
/// - "axial_stiffness_low": the line's own weight stretches it by more than 5 %, as happens if EA
///   is given in kN instead of N;
/// - "line_overstretched", "line_too_tight": the tension [N] exceeds a tenth of EA, or half of the
///   weight of its body.
void add_line_findings(const Model& model, const Islands& islands, const State& state,
                       Findings& findings);

/// "crossing_level": the up-crossings of a statistic were counted through a level that is more than
/// half a standard deviation away from the mean of the run so far.
/// @param outputs of the simulation
///
void add_crossing_finding(const Model& model, const std::vector<Variable>& outputs,
                          const State& state, Findings& findings);

}  // namespace raftup::solver
