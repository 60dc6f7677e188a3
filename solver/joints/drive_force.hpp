/// @file The drives that act by a force [N, N m] on the free dof x [m, rad] of their joint, which
///         depends on x and v = dx/dt alone; other drives are rows (joint_drive.hpp).
#pragma once

#include <array>
#include <optional>

#include "solver/model/joints/drive.hpp"

namespace raftup::solver {

/// A force along a dof [N, N m] with its derivatives for implicit steppers.
struct DriveForce {
  double force = 0.0;      ///< N or N m, on body 1 along x
  double stiffness = 0.0;  ///< -dF/dx [N/m, N m/rad]
  double damping = 0.0;    ///< -dF/dv [N s/m, N m s/rad]
  double energy = 0.0;     ///< potential energy [J]
  double rate = 0.0;       ///< its rate of change [W]
};

/// The force [N, N m] with which a drive that has a past begins a step.
struct DrivePast {
  double force = 0.0;    ///< N or N m, at the start of the step
  double elapsed = 0.0;  ///< s since then
};

/// True for SpringDamper and TableDrive.
bool acts_by_force(const JointDrive& drive);
/// True for a TableDrive with a lag or a limited rate.
bool has_past(const JointDrive& drive);

/// The force of a drive that acts by one.
/// @param x        position of the dof [m, rad]; an angle counts whole turns
/// @param command  as for initial_command() of joint_drive.hpp
/// @param past     of a drive that has one; none = the force has settled
/// @throws Error(kOutOfRange) where a table that refuses it is left
DriveForce drive_force(const JointDrive& drive, double x, double speed, double command,
                       const std::optional<DrivePast>& past);

/// Value of a table with its derivatives.
struct TableValue {
  double value = 0.0, by_position = 0.0, by_velocity = 0.0;
};

/// Bilinear value of the force of a table [N, N m], without lag and limits. The derivatives are
/// those of the cell; they are 0 beyond a table that holds its ends.
/// @throws Error(kOutOfRange) where a table that refuses it is left
TableValue look_up(const TableDrive& table, double position, double velocity);

}  // namespace raftup::solver
