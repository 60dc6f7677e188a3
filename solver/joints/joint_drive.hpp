/// @file The rows by which a drive constrains the free dof x [m, rad] of its joint; those that act
/// by
///         a force are in drive_force.hpp.
#pragma once

#include "solver/joints/constraint_row.hpp"
#include "solver/model/joints/joint.hpp"

namespace raftup::solver {

/// Number of constraint rows of a drive, by its kind:
///   Motor, LockDrive  1, with |lambda| <= force_limit [N, N m];
///   FrictionDrive     1, with the target speed 0 and |lambda| <= force;
///   Range             2: x - minimum >= 0 and maximum - x >= 0, with 0 <= lambda <= force_limit;
///   SpringDamper, TableDrive  0, since they are forces.
int drive_row_count(const JointDrive& drive);

/// True if an input may change a value of the drive while the simulation runs: Motor::speed [m/s,
/// rad/s], LockDrive::position [m, rad] or SpringDamper::rest [m, rad].
bool accepts_command(const JointDrive& drive);

/// The value in the description of the drive that an input may change: Motor::speed [m/s, rad/s],
/// LockDrive::position [m, rad] or SpringDamper::rest [m, rad]. It is 0 for other drives.
double initial_command(const JointDrive& drive);

/// True if the force of the drive has a limit [N, N m]. Only steppers that work with impulses can
/// compute such a force.
bool needs_impulses(const JointDrive& drive);

/// Sets the laws of the rows of a drive. Only the target speed of a Motor [m/s, rad/s] changes
/// later.
void write_drive_laws(const JointDrive& drive, ConstraintBlock& block);

/// Writes the constraint rows of a drive at the present value of its dof.
/// @param x         the dof as a row, g = x [m, rad]
/// @param is_angle  true if x is an angle, so that differences of x are taken by the smaller angle
/// @param command   present command of the drive, see initial_command(); unused if it has none
void write_drive_rows(const JointDrive& drive, const ConstraintRow& x, bool is_angle,
                      double command, ConstraintBlock& block);

/// The difference x - reference [m, rad]. For an angle it is reduced by whole turns to [-pi, pi].
double displacement(double x, double reference, bool is_angle);

/// Adds whole turns to an angle x so that the result is nearest to `near` [rad].
double with_turns(double x, double near);

}  // namespace raftup::solver
