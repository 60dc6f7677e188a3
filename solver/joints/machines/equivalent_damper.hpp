#pragma once

#include "hydro/numerics/types.hpp"
#include "solver/joints/machines/machine_network.hpp"

namespace raftup::solver {

/// The motion of the ports of a machine, its cylinders and gears, at equal steps.
struct PortMotion {
  double step = 0.0;    ///< s
  MatrixXd positions;   ///< m, rad: one row for each instant, one column for each port
  MatrixXd end_speeds;  ///< m/s, rad/s, at the same instants
};

/// The springs and dampers that come nearest to a machine in a given motion of its ports:
///   F = F_0 - K x - B dx/dt.
struct EquivalentDamper {
  MatrixXd stiffness;  ///< K, ports x ports [N/m, N, N m]
  MatrixXd damping;    ///< B, ports x ports [N s/m, N s, N m s]
};

/// Steps a machine through a motion of its ports and fits K and B by least squares to its forces
/// over the steps. In a harmonic motion of amplitude X a rectifier between tanks, which brakes with
/// the force F, has B = 4 F / (pi omega X); in a random motion B = sqrt(2/pi) F / sigma, with
/// sigma the standard deviation of the speed. Both take the energy that the machine takes.
/// @param warm_up number of first steps whose forces are not fitted
/// @param state   state of the machine where the motion begins; receives the one where it ends
/// @throws SolverFailure naming the machine, if it cannot follow the motion
/// @source Roberts and Spanos, Random Vibration and Statistical Linearization (1990)
EquivalentDamper equivalent_damper(const MachineNetwork& network, const PortMotion& motion,
                                   Eigen::Index warm_up, MachineState& state);

}  // namespace raftup::solver
