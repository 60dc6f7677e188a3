#include "solver/joints/drive_forces.hpp"

namespace raftup::solver {

namespace {

double elapsed(const StageConditions& conditions) {
  return conditions.at.time - conditions.at.step_start;
}

}  // namespace

void DriveForces::add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) {
  for (std::size_t i = 0; i < joints_.joints().size(); ++i) {
    if (!joints_.state(i).enabled) continue;
    joints_.joints()[i].add_forces(bodies, joints_.states().conditions(i, elapsed(conditions)),
                                   forces.total);
  }
}

void DriveForces::add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                               LoadJacobian& jacobian) const {
  for (const DriveForceRow& drive : rows(conditions, bodies)) {
    const auto [first, second] = drive.bodies;
    const auto add = [&](std::size_t row, const Vector6& G_row, std::size_t column,
                         const Vector6& G_column) {
      if (row == ConstraintBlock::kWorld || column == ConstraintBlock::kWorld) return;
      const Matrix6 product = G_row * G_column.transpose();
      jacobian.add(row, column, drive.drive.stiffness * product, drive.drive.damping * product);
    };
    add(first, drive.jacobian[0], first, drive.jacobian[0]);
    add(second, drive.jacobian[1], second, drive.jacobian[1]);
    add(first, drive.jacobian[0], second, drive.jacobian[1]);
  }
}

Potential DriveForces::potential(const StageConditions& conditions,
                                 const Kinematics& bodies) const {
  Potential sum;
  for (const DriveForceRow& row : rows(conditions, bodies)) {
    sum += {row.drive.energy, row.drive.rate};
  }
  return sum;
}

std::vector<DriveForceRow> DriveForces::rows(const StageConditions& conditions,
                                             const Kinematics& bodies) const {
  std::vector<DriveForceRow> rows;
  for (std::size_t i = 0; i < joints_.joints().size(); ++i) {
    if (!joints_.state(i).enabled) continue;
    joints_.joints()[i].add_force_rows(bodies, joints_.states().conditions(i, elapsed(conditions)),
                                       rows);
  }
  return rows;
}

}  // namespace raftup::solver
