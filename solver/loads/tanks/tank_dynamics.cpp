#include "solver/loads/tanks/tank_dynamics.hpp"

#include <utility>

namespace raftup::solver {

TankDynamics::TankDynamics(std::string name, const TankLiquid& liquid, const BodyKinematics& body)
    : name_(std::move(name)), bodies_{liquid.body()}, damping_ratio_(liquid.damping_ratio()) {
  for (const LiquidMode& mode : liquid.modes()) {
    const LiquidMode::Motion motion = mode.motion(body);
    modes_.push_back({mode.mode.omega, mode.mode.mass, motion.row(),
                      Vector6(liquid.gravity() * motion.tilt_row())});
  }
}

MatrixXcd TankDynamics::impedance(double omega) {
  MatrixXcd total = MatrixXcd::Zero(kDofs, kDofs);
  for (const Mode& mode : modes_) {
    const double own = mode.omega * mode.omega;
    const Vector6 c = omega * omega * mode.row - mode.weight_row;
    const Complex stiffness(own - omega * omega, 2.0 * damping_ratio_ * mode.omega * omega);
    total -= mode.mass / stiffness * (c * c.transpose());
    total += mode.mass / own * (mode.weight_row * mode.weight_row.transpose());  // at omega = 0
  }
  return total;
}

MatrixXd TankDynamics::slow_mass() {
  MatrixXd total = MatrixXd::Zero(kDofs, kDofs);
  for (const Mode& mode : modes_) {
    const Vector6 shape = -mode.weight_row / (mode.omega * mode.omega);  // of a level surface
    total += mode.mass * (shape * shape.transpose() + shape * mode.row.transpose() +
                          mode.row * shape.transpose());
  }
  return total;
}

MatrixXd TankDynamics::slow_damping() {
  MatrixXd total = MatrixXd::Zero(kDofs, kDofs);
  for (const Mode& mode : modes_) {
    const Vector6 shape = -mode.weight_row / (mode.omega * mode.omega);
    total += 2.0 * damping_ratio_ * mode.omega * mode.mass * (shape * shape.transpose());
  }
  return total;
}

}  // namespace raftup::solver
