/// @file The rows by which a drive constrains the free dof x [m, rad] of its joint; those that act by
///         a force are in drive_force.hpp.
#pragma once

#include "solver/joints/constraint_row.hpp"
#include "solver/model/joints/joint.hpp"

namespace raftup::solver {

/// Number of rows with which a drive constrains x:
///   Motor, LockDrive  1, held with |lambda| <= force_limit [N, N m];
///   FrictionDrive     1, speed 0 with |lambda| <= force;
///   Range             2: x - minimum >= 0 and maximum - x >= 0, with 0 <= lambda <= force_limit;
///   SpringDamper, TableDrive  0, since they are forces.
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

}  // namespace raftup::solver
