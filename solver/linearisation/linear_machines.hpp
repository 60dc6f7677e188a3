#pragma once

#include <vector>

#include "solver/joints/machine_set.hpp"
#include "solver/joints/machines/equivalent_damper.hpp"
#include "solver/linearisation/dof_axes.hpp"
#include "solver/linearisation/linear_model.hpp"

namespace raftup::solver {

/// The motion of all bodies in a sea: complex amplitudes [m, rad] of the dofs in each component,
/// with the amplitude and phase of the component.
struct MotionInSea {
  VectorXd omega;               ///< rad/s, of each component
  std::vector<VectorXcd> dofs;  ///< 6N, dof axes, of each component
};

/// The machines of a model as springs and dampers between the dofs of its bodies.
class LinearMachines {
 public:
  /// @param model       with machines
  /// @param constraints of the joints of the model
  /// @param mean        mean poses of the bodies
  /// @param state       of a simulation, whose machines are then begun with; null: machines at rest
  LinearMachines(const Model& model, const ConstraintSet& constraints, const Kinematics& mean,
                 const DofAxes& axes, const State* state);

  /// Dampers with which an iteration begins: the force of each port at rest at 1 m/s or 1 rad/s.
  void begin();
  /// Fits the springs and dampers to the motion of the ports in a sea and takes the mean of the new
  /// and the old ones.
  /// @returns largest change of a damper or spring, as a share of its machine's largest
  /// @throws SolverFailure if a machine cannot follow the motion
  double fit(const MotionInSea& motion);

  /// K and B of all machines, 6N x 6N, dof axes.
  MatrixXd stiffness() const { return of_dofs(&EquivalentDamper::stiffness); }
  MatrixXd damping() const { return of_dofs(&EquivalentDamper::damping); }
  /// Springs and dampers of each machine.
  const std::vector<EquivalentDamper>& dampers() const { return dampers_; }

 private:
  MatrixXd of_dofs(MatrixXd EquivalentDamper::*part) const;

  std::vector<MachineNetwork> networks_;
  std::vector<MachineState> states_;
  std::vector<MatrixXd> ports_;  ///< of each machine: ports x 6N, motion of a port by the dofs
  std::vector<EquivalentDamper> dampers_;
  bool begun_ = false;  ///< true until the dampers of begin() are replaced
};

}  // namespace raftup::solver
