#pragma once

#include "hydro/base/finding.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

class DefectMemory;
class Islands;
struct ContactsAtStart;
struct State;
struct Variable;

/// What is worth knowing about a checked model though no rule is broken.
/// @param meshes what was found in meshes before; may be null
Findings find_notable(const Model& model, DefectMemory* meshes = nullptr);

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
/// - "drift_counted_twice": the linear force at the moving body holds a part of the second order
///   that mean drift forces and transfer functions have, too. The remedy is waves at slow poses,
///   or at those of rest where a body stays;
/// - "cutoff_in_waves": slow poses follow the waves by more than 20 %;
/// - "second_order_range": a share of the sea's variance, less than is refused, has no data;
/// - "drift_damping_depth": wave drift damping is for deep water, k h > 3 in 99 % of the variance.
void add_second_order_findings(const Model& model, Findings& findings);

/// "waves_break" of a sea of several components steeper than natural ones
/// (hydro::limiting_significant_steepness()), else of its steepest component, where that is higher
/// over its length than .142 tanh(k h) (hydro::breaking_steepness()).
void add_steepness_findings(const Model& model, Findings& findings);

/// "natural_frequency" of each body and dof that its database restores and that oscillates by
/// itself, omega^2 = C / (M + A(omega)), below the first or above the last frequency of the file:
/// added mass and damping at resonance are then not the file's. Slow drift on moorings is none of
/// it.
void add_natural_frequency_findings(const Model& model, Findings& findings);

/// "step_too_long" of each island whose steps are explicit, where clients stream no waves, by the
/// fastest motion on the stiffness of its loads at t = 0, omega h, and the one that they damp most,
/// lambda h = h d/m, among what rigid joints leave free:
/// - rk4, by_reach: omega h above 1, where the phase is wrong by 1 % (beyond 2 sqrt(2) it grows
///   without bound), or lambda h above 2 (unstable from 2.785);
/// - spook, and by_reach where it may touch: beyond which motions grow without bound,
///   (omega h)^2 above 4 - 2 lambda h + (lambda h)^2 or lambda h above 2, of islands that may
///   touch, come to a stop or hang on compliant joints (omega h)^2 + 2 lambda h above 4.
/// midpoint and moreau_jean are stable at every step for what does not give way by itself. Not
/// looked at: what does not act at t = 0 (a slack line, a fender that nothing presses), what hangs
/// on joints like a pendulum, islands with joints of more than 600 dofs, contacts, which spook has
/// implicit.
/// @source Hairer, Norsett and Wanner (1993), Solving ordinary differential equations I; for spook
///         the table in docs/solver/methods.md
void add_step_findings(const Islands& islands, const State& state, Findings& findings);

/// Gives each island whose stepper was left open one with which motions stay bounded, where by
/// "step_too_long" they would grow without bound with the one that its kind suggests: midpoint for
/// rk4 (omega h above 2 sqrt(2), lambda h above 2.785), moreau_jean for spook. The finding stays,
/// and says what was taken.
/// @param state at t = 0
/// @returns whether an island has another stepper now
bool choose_stable_steppers(Islands& islands, const State& state, Findings& findings);

/// "joined_shapes_overlap" of each pair of shapes that push each other, of two bodies that a joint
/// joins or of a body joined to the world, which overlap at t = 0 by more than 1e-6 m.
void add_overlap_findings(const Model& model, const ContactsAtStart& start, Findings& findings);

/// "mesh_" and the name of a MeshDefectKind, of each mesh that touches others: how many and where
/// the first is.
/// @param meshes what was found in meshes before; may be null
void add_mesh_findings(const Model& model, DefectMemory* meshes, Findings& findings);

/// "short_duration" of statistics of an irregular sea over fewer than 50 zero crossings.
/// @param duration of the run [s]
/// @source ITTC 7.5-02-07-02.1, Seakeeping experiments: 50 encounters at least, 100 are usual
void add_duration_finding(const Model& model, double duration, Findings& findings);

/// "radiation_memory" of each group whose memory gives freely floating bodies motions that differ
/// by more than 2 % of their peak from those by A and B of its database (RadiationReport): by how
/// much, of which body and dof, at which frequency, and what helps.
/// @param reports one per group
void add_memory_findings(const Model& model, const std::vector<hydro::RadiationReport>& reports,
                         Findings& findings);

/// "damping_twice" of each body whose drag in surge, sway and yaw is given twice: hull derivatives
/// and a load current_drag or quadratic damping of its group, or the latter two.
void add_drag_findings(const Model& model, Findings& findings);

/// Of each body with a mesh that the water presses on: what is to be said of the mesh, and
/// - "floating_pose": where it floats in still water under its own weight, by Newton's method;
/// - "mesh_volume": the mesh displaces another volume than the database says, by more than 1 %;
/// - "counted_twice": of a group, a nonlinear Froude-Krylov force beside forces of second order.
void add_wetted_mesh_findings(const Model& model, Findings& findings);

/// "radius_of_gyration" of each body of a database whose moments of inertia give a radius of
/// gyration that no hull of its size has, as one in t m2 or a mass in t does: less than .05 or more
/// than 4 times the diagonal of a box with its waterplane and volume (HullForm), across the axis.
void add_radius_findings(const Model& model, Findings& findings);

/// "damping_negative" of each damping matrix, of a group's body or a linear mooring, that brings
/// energy into some motion: the symmetric part has a negative eigenvalue.
void add_damping_findings(const Model& model, Findings& findings);

/// - "environment_unused" of wind, sea or current that no body feels, where some body moves;
/// - "added_mass_unused" of an added-mass block of a static body.
void add_unused_findings(const Model& model, Findings& findings);

/// Of bodies that float freely by linear hydrostatics, alone or joined, by all that pulls at them
/// at t = 0 without waves:
/// - "weight_balance": weight and loads differ from the buoyancy at rest by more than 10 %;
/// - "starts_off_rest": they begin off where that balances by more than half of the draught, a
/// fifth
///   in waves, in which nobody lets a body decay;
/// - "heel_at_rest", "trim_at_rest": they will turn by more than 2 deg, by their centres alone as
///   well as by all that pulls at them.
/// Not looked at: what joints or contacts link with the ground, and dofs that are not free.
void add_rest_findings(const Model& model, const Islands& islands, const ContactsAtStart& contacts,
                       const State& state, Findings& findings);

/// Of catenary and dynamic lines at t = 0:
/// - "anchor_above_bottom": a point of the world below the surface, by more than a tenth of the
///   depth above the bottom;
/// - "line_slack": longer than straight down and along the bottom;
/// - "axial_stiffness_low": its weight stretches it by more than 5 %, as with EA in kN;
/// - "line_overstretched", "line_too_tight": its tension is more than a tenth of EA, or half of the
///   weight of its body.
void add_line_findings(const Model& model, const Islands& islands, const State& state,
                       Findings& findings);

/// "crossing_level" of statistics whose up-crossings have been counted through a level more than
/// half a standard deviation off the mean of the run so far.
/// @param outputs of the simulation
void add_crossing_finding(const Model& model, const std::vector<Variable>& outputs,
                          const State& state, Findings& findings);

}  // namespace raftup::solver
