#include "solver/joints/machines/equivalent_damper.hpp"

#include <utility>

#include "hydro/base/cancellation.hpp"

namespace raftup::solver {

EquivalentDamper equivalent_damper(const MachineNetwork& network, const PortMotion& motion,
                                   Eigen::Index warm_up, MachineState& state) {
  const Eigen::Index ports = motion.positions.cols(), steps = motion.positions.rows() - 1;
  const MatrixXd immovable = MatrixXd::Zero(ports, ports);
  MatrixXd motions(steps - warm_up, 2 * ports + 1), forces(steps - warm_up, ports);
  for (Eigen::Index k = 0; k < steps; ++k) {
    check_cancelled();
    const VectorXd before = motion.positions.row(k), after = motion.positions.row(k + 1);
    const VectorXd mean = (after - before) / motion.step, end = motion.end_speeds.row(k + 1);
    state = network.step(state, motion.step, {mean, end, immovable, immovable}).end;
    if (k < warm_up) continue;
    motions.row(k - warm_up) << 0.5 * (before + after).transpose(), mean.transpose(), 1.0;
    forces.row(k - warm_up) = Eigen::Map<const VectorXd>(state.forces.data(), ports);
  }
  const MatrixXd fit = motions.completeOrthogonalDecomposition().solve(forces);
  return {-fit.topRows(ports).transpose(), -fit.middleRows(ports, ports).transpose()};
}

}  // namespace raftup::solver
