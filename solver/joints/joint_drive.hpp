/// @file How a drive turns the free dof x of its joint into rows of a constraint or into a force.
#pragma once

#include "solver/joints/constraint_row.hpp"
#include "solver/model/joints/joint.hpp"

namespace raftup::solver {

/// The rows with which a drive constrains x:
///   Motor, LockDrive  1, held with |lambda| <= force_limit;
///   FrictionDrive     1, speed 0 with |lambda| <= force;
///   Range             2: x - minimum >= 0 and maximum - x >= 0, with 0 <= lambda <= force_limit;
///   SpringDamper      0, it is a force.
int drive_row_count(const JointDrive& drive);

/// The number that a client may replace while the simulation runs: Motor::speed,
/// LockDrive::position, SpringDamper::rest; none of the others.
bool accepts_command(const JointDrive& drive);

/// That number as described; 0 where the drive takes none.
double initial_command(const JointDrive& drive);

/// Whether a force of the drive has a limit, so that only a stepper of impulses can take it.
bool needs_impulses(const JointDrive& drive);

/// Sets the laws of the rows, of which nothing but Motor::speed changes later.
void write_drive_laws(const JointDrive& drive, ConstraintBlock& block);

/// Writes the rows of a drive that has some.
/// @param x         g = x
/// @param is_angle  differences of x are taken the short way round
/// @param command   as initial_command() says; unused where the drive takes none
void write_drive_rows(const JointDrive& drive, const ConstraintRow& x, bool is_angle,
                      double command, ConstraintBlock& block);

/// x - reference [m, rad]; of an angle in [-pi, pi], the short way round.
double displacement(double x, double reference, bool is_angle);

/// An angle x with its whole turns: what is nearest to `near` of all that differ from it by turns
/// [rad].
double with_turns(double x, double near);

/// A spring and damper along a free dof x of a joint at one instant, its force on the bodies
///   F_i = G_i^T (-stiffness (x - rest) - damping dx/dt),
/// and what an implicit stepper needs of it: dF_i/dq = -stiffness G_i^T G, dF_i/dv = -damping G_i^T
/// G, but for the turning of G.
struct SpringRow {
  std::array<std::size_t, 2> bodies;  ///< ConstraintBlock::kWorld for the world
  std::array<Vector6, 2> jacobian;    ///< G: dx/dt = G_1 v_1 + G_2 v_2; meaningless for the world
  double stiffness = 0.0;             ///< N/m or N m/rad
  double damping = 0.0;               ///< N s/m or N m s/rad
  double stretch = 0.0;               ///< x - rest [m, rad]
  double speed = 0.0;                 ///< dx/dt [m/s, rad/s]

  double force() const { return -stiffness * stretch - damping * speed; }  ///< N or N m
};

}  // namespace raftup::solver
