/// @file The rows or forces [N, N m] by which a drive acts on the free dof x [m, rad] of its joint.
#pragma once

#include "solver/joints/constraint_row.hpp"
#include "solver/model/joints/joint.hpp"

namespace raftup::solver {

/// Number of rows with which a drive constrains x:
///   Motor, LockDrive  1, held with |lambda| <= force_limit [N, N m];
///   FrictionDrive     1, speed 0 with |lambda| <= force;
///   Range             2: x - minimum >= 0 and maximum - x >= 0, with 0 <= lambda <= force_limit;
///   SpringDamper      0, since it is a force.
int drive_row_count(const JointDrive& drive);

/// True if a client may replace a number of the drive while the simulation runs: Motor::speed [m/s,
/// rad/s], LockDrive::position [m, rad], SpringDamper::rest [m, rad].
bool accepts_command(const JointDrive& drive);

/// The value of that number in the description; 0 if the drive has none.
double initial_command(const JointDrive& drive);

/// True if a force of the drive has a limit [N, N m], so that only a stepper of impulses can use
/// it.
bool needs_impulses(const JointDrive& drive);

/// Sets the laws of the rows; of these only Motor::speed [m/s, rad/s] changes later.
void write_drive_laws(const JointDrive& drive, ConstraintBlock& block);

/// Writes the rows of a drive that has some.
/// @param x         g = x [m, rad]
/// @param is_angle  true if differences of x are taken the short way round
/// @param command   as for initial_command(); unused if the drive takes none
void write_drive_rows(const JointDrive& drive, const ConstraintRow& x, bool is_angle,
                      double command, ConstraintBlock& block);

/// x - reference [m, rad]; of an angle in [-pi, pi], the short way round.
double displacement(double x, double reference, bool is_angle);

/// An angle x with its whole turns [rad]: the value nearest to `near` among those that differ from
/// x by whole turns.
double with_turns(double x, double near);

/// A spring and damper along a free dof x [m, rad] of a joint at one instant. Its force on the
/// bodies is
///   F_i = G_i^T (-stiffness (x - rest) - damping dx/dt),
/// and its derivatives for implicit steppers are dF_i/dq = -stiffness G_i^T G, dF_i/dv = -damping
/// G_i^T G, without the effect of the turning of G.
struct SpringRow {
  /// indices in the model; ConstraintBlock::kWorld for the world
  std::array<std::size_t, 2> bodies;
  std::array<Vector6, 2> jacobian;  ///< G: dx/dt = G_1 v_1 + G_2 v_2; meaningless for the world
  double stiffness = 0.0;           ///< N/m or N m/rad
  double damping = 0.0;             ///< N s/m or N m s/rad
  double stretch = 0.0;             ///< x - rest [m, rad]
  double speed = 0.0;               ///< dx/dt [m/s, rad/s]

  double force() const { return -stiffness * stretch - damping * speed; }  ///< N or N m
};

}  // namespace raftup::solver
