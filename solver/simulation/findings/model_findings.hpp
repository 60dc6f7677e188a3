#pragma once

#include "hydro/base/finding.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

class DefectMemory;
class Islands;
struct ContactsAtStart;
struct State;
struct Variable;

/// Finds facts about a checked model that break no rule but that the user should know.
/// @param meshes memory of the defects found in meshes before; may be null
Findings find_notable(const Model& model, DefectMemory* meshes = nullptr);

/// Adds findings for each hydrodynamic body whose speed U through the water [m/s] at t = 0 makes a
/// database for zero speed doubtful:
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

/// Adds findings for each hydrodynamic group with second-order wave forces:
/// - "drift_counted_twice": the linear force at the moving body contains a part of the second-order
///   force that mean drift forces and transfer functions contain too. The remedy is to compute
///   waves at slow poses, or at the poses of rest if a body keeps its place;
/// - "cutoff_in_waves": the slow poses contain more than a tenth of motions that follow the waves
///   (standard deviations);
/// - "second_order_range": a share of the variance of the sea has no data, although less than is
///   refused;
/// - "drift_damping_depth": wave drift damping is valid for deep water, k h > 3 for 99 % of the
///   variance.
void add_second_order_findings(const Model& model, Findings& findings);

/// Adds the finding "waves_break" if a sea of several components is steeper than natural seas are
/// (hydro::limiting_significant_steepness()), or its steepest component has a ratio of height to
/// length above .142 tanh(k h) (hydro::breaking_steepness()), with the wavenumber k [rad/m] and the
/// water depth h [m]. Steepness is dimensionless.
void add_steepness_findings(const Model& model, Findings& findings);

/// Adds findings about steep waves and seas of second order:
/// - "first_harmonic": of a steep wave databases feel the first harmonic of the elevation [m];
/// - "second_order_stretching": loads or probes in a sea of second order take its waves up to the
///   surface otherwise than by extrapolation.
void add_nonlinear_sea_findings(const Model& model, Findings& findings);

/// Adds the finding "radiation_frequency" for each group with constant radiation if more than 1 %
/// of the variance of the sea is at frequencies that differ by more than 1 % from the frequency of
/// that radiation [rad/s]. Constant radiation is exact at that frequency only.
void add_radiation_frequency_findings(const Model& model, Findings& findings);

/// Adds findings for each disturbed probe: "radiated_waves_cut" if the elevation that bodies radiate
/// to it is more than 5 % of its largest at the last frequency of the database, with this share; and
/// "field_frequencies" if its phase turns by more than an eighth of a turn between two frequencies,
/// with the turn [rad].
void add_probe_findings(const Model& model, Findings& findings);

/// Adds the finding "natural_frequency" if the natural frequency [rad/s] of a body in heave, roll
/// or pitch on its hydrostatic stiffness, omega^2 = C / (M + A(omega)), is below the first or above
/// the last frequency of the database, so that added mass and damping at resonance are not in the
/// database. Slow drift on moorings is not considered.
void add_natural_frequency_findings(const Model& model, Findings& findings);

/// Adds the finding "step_too_long" if the step h [s] is too long for an island with an explicit
/// stepper. Two of the small motions at t = 0 that rigid joints permit are considered: the one with
/// the highest frequency omega on the stiffness of the loads [rad/s], and the one with the highest
/// decay rate lambda = d/m by the damping of the loads [1/s]. Models with streamed waves are not
/// checked. The bounds are:
/// - rk4 and by_reach: omega h above 1, where the phase error is 1 % (motions grow without bound
///   above 2 sqrt(2)), or lambda h above 2 (unstable from 2.785);
/// - spook and by_reach: the limits above which motions grow without bound, (omega h)^2 above 4 - 2
///   lambda h + (lambda h)^2 or lambda h above 2; for islands with contacts, end stops, limited
///   drives, compliant joints or strong interactions, (omega h)^2 + 2 lambda h above 4.
/// midpoint and moreau_jean are stable at every step if no force destabilizes the motion by itself.
/// Not considered are loads that do not act at t = 0 (a slack line, a fender that is not
/// compressed), bodies that hang on joints like a pendulum, islands with joints of more than 600
/// dofs, and contacts, which spook treats implicitly.
/// @source Hairer, Norsett and Wanner (1993), Solving ordinary differential equations I; for spook
///         the table in docs/solver/methods.md
void add_step_findings(const Islands& islands, const State& state, Findings& findings);

/// Adds the finding "line_stepper" for each island with a load that acts over steps: the stepper that
/// was taken because of it, if the model names none or another one.
void add_stepper_findings(const Model& model, const Islands& islands, Findings& findings);

/// Replaces the stepper of each island for which the model gives none and whose motions would grow
/// without bound according to "step_too_long". midpoint replaces rk4 (omega h above 2 sqrt(2) or
/// lambda h above 2.785), and moreau_jean replaces spook. A finding is added, which names the
/// stepper that was chosen.
/// @param state at t = 0
/// @returns true if an island has another stepper now
bool choose_stable_steppers(Islands& islands, const State& state, Findings& findings);

/// Adds the finding "joined_shapes_overlap" for each two shapes with contact forces that overlap at
/// t = 0 by more than 1e-6 m, although a joint connects their bodies, or connects the body of one
/// shape to the world when the other shape belongs to the world.
void add_overlap_findings(const Model& model, const ContactsAtStart& start, Findings& findings);

/// Adds a finding for each mesh that can touch other shapes and has defects. Its name is "mesh_"
/// followed by the name of the MeshDefectKind. The finding contains the number of defects and the
/// place of the first one.
/// @param meshes memory of the defects found in meshes before; may be null
void add_mesh_findings(const Model& model, DefectMemory* meshes, Findings& findings);

/// Adds the finding "short_duration" if the statistics of an irregular sea cover fewer than 50 zero
/// crossings of the waves.
/// @param duration duration of the run, or of its recorded part [s]
/// @source ITTC 7.5-02-07-02.1, Seakeeping experiments: at least 50 encounters, 100 are usual
void add_duration_finding(const Model& model, double duration, Findings& findings);

/// Adds the finding "duration_rounded_up" for each stage whose duration is no multiple of the step.
void add_stage_findings(const Model& model, Findings& findings);

/// Adds the finding "radiation_memory" if the motions of freely floating bodies that are computed
/// with the radiation memory of a group differ from those computed with A and B of its database by
/// more than 2 % of their peak, or if their standard deviations in the sea differ by more than 3 %
/// (RadiationReport). The finding contains the difference, the body and dof, the frequency [rad/s],
/// and a remedy. It is a warning in the second case.
/// @param reports one for each group
void add_memory_findings(const Model& model, const std::vector<hydro::RadiationReport>& reports,
                         Findings& findings);

/// Adds the finding "damping_twice" if the drag of a body in surge, sway and yaw is given twice.
/// This is the case for hull derivatives together with a load current_drag or with the quadratic
/// damping of the hydrodynamic group, and for current_drag together with that quadratic damping.
void add_drag_findings(const Model& model, Findings& findings);

/// Adds findings for each body with nonlinear hydrostatics, which are computed on its hull mesh:
/// - defects of the mesh;
/// - "floating_pose": the pose at which the body floats in still water under its own weight, found
///   by Newton's method [m, rad];
/// - "mesh_volume": the volume displaced by the mesh [m3] differs from that of the database by more
///   than 1 %;
/// - "counted_twice": the group has a nonlinear Froude-Krylov force beside second-order forces.
void add_wetted_mesh_findings(const Model& model, Findings& findings);

/// Adds the finding "radius_of_gyration" if the moments of inertia of a body of a database give a
/// radius of gyration [m] that no hull of its size has. A usual cause is a mix-up of kg and t. The
/// bounds are .05 and 4 times the diagonal of a box with the waterplane and volume of the hull
/// (HullForm), in the plane perpendicular to the axis of rotation.
void add_radius_findings(const Model& model, Findings& findings);

/// Adds the finding "damping_negative" if a damping matrix of a group, of one of its bodies, or of
/// a linear mooring [N s/m, N s, N m s] supplies energy to some motion, because its symmetric part
/// has a negative eigenvalue.
void add_damping_findings(const Model& model, Findings& findings);

/// Adds the finding "motion_starts_moving" for each body whose motion is prescribed by a series of
/// poses and has a velocity [m/s, rad/s] at t = 0.
void add_motion_findings(const Model& model, Findings& findings);

/// Adds the finding "rao_convention" for each table of displacement RAOs whose phases in waves above
/// 20 s are off by more than 30 deg, in the mean, from those of a vessel that follows the surface,
/// with the convention of phases [deg] and directions [deg] that would fit. A vessel on a stiff
/// mooring may have it without a mistake.
void add_rao_findings(const Model& model, Findings& findings);

/// Adds findings about parts of the model without effect:
/// - "environment_unused": wind, sea or current that exerts a force on no body, although some body
///   can move;
/// - "added_mass_unused": an added-mass block of a static body;
/// - "field_unused": a field of a load that has no effect any more.
void add_unused_findings(const Model& model, Findings& findings);

/// Adds findings about bodies that float freely with linear hydrostatics, alone or connected by
/// joints. They follow from all forces on the bodies at t = 0 without waves:
/// - "weight_balance": weight and loads differ from the buoyancy at rest by more than 20 %;
/// - "starts_off_rest": the height at the start differs from the height at which these forces are
///   balanced by more than half of the draft [m], or in waves, where no free decay test is
///   intended, by more than a fifth of the draft;
/// - "heel_at_rest", "trim_at_rest": the body will incline by more than 2 deg in still water, both
///   by its centers of gravity and buoyancy alone and by all forces on it.
/// Bodies that joints or contacts connect to the ground, and dofs that are not free, are not
/// considered.
void add_rest_findings(const Model& model, const Islands& islands, const ContactsAtStart& contacts,
                       const State& state, Findings& findings);

/// Adds findings about lines at t = 0:
/// - "anchor_above_bottom": an end fixed to the world below the surface is above the bottom by more
///   than a tenth of the depth;
/// - "line_slack": the line is longer than a path straight down from its fairlead and then along
///   the bottom to its anchor;
/// - "axial_stiffness_low": the line's own weight stretches it by more than 5 %, as happens if EA
///   is given in kN instead of N;
/// - "line_overstretched", "line_too_tight": the tension [N] exceeds a tenth of EA, or half of the
///   weight of the body at its fairlead and of all bodies joined to it, by other lines too, with
///   what constant forces lift these beyond their weight.
void add_line_findings(const Model& model, const Islands& islands, const State& state,
                       Findings& findings);

/// Adds the finding "crossing_level" if the up-crossings of an output were counted through a level
/// that differs by more than half a standard deviation from the mean of the run so far.
/// @param outputs the outputs of the simulation
void add_crossing_finding(const Model& model, const std::vector<Variable>& outputs,
                          const State& state, Findings& findings);

}  // namespace raftup::solver
