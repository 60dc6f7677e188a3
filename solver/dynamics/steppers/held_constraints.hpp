#pragma once

#include "solver/joints/constraint_set.hpp"
#include "solver/water/masses/masses.hpp"

namespace raftup::solver {

/// The constraints of a smooth stepper. Rigid rows are solved in index-1 form for accelerations a
/// [m/s2, rad/s2] and multipliers lambda [N, N m],
///   [W -G^T; G Sigma] [a; lambda] = [f; -(dG/dt) v].
/// If a light link, or a body with little inertia about its joint, makes the effect of the
/// regularization Sigma exceed rounding, iterative refinement removes the effect. After the step
/// poses are projected onto g = 0 and velocities onto G v = target speed. Both projections use the
/// metric of W, which conserves linear and angular momentum. Compliant rows act as springs and
/// dampers, lambda = -(g + tau G v) / eps. Rows with bounds on their force have no force with a
/// smooth stepper.
/// @source Hairer and Wanner, Solving Ordinary Differential Equations II (1996), for index
///         reduction and for projection on the constraints
class HeldConstraints {
 public:
  HeldConstraints(Masses& masses, ConstraintSet& constraints);

  /// Adds the constraint forces G^T lambda [N, N m, world axes] to dp/dt at the poses at which the
  /// masses are factorized.
  void add_forces(const Kinematics& bodies, BodyVectors& momentum_rates);

  /// The constraint forces lambda of the last add_forces(), one per row [N, N m].
  const VectorXd& multipliers() const { return multipliers_; }

  /// Finds rows that repeat a constraint of earlier rows at the start of a step, as the last joint
  /// of an overconstrained linkage does. add_forces() omits these rows until project_poses() is
  /// called. At the stages of a step the gaps g are not exactly 0; the repeated rows would then
  /// contradict each other and lock the linkage. Does nothing if no joints are redundant.
  void leave_out_dependent_rows(const Kinematics& start);
  /// True if leave_out_dependent_rows() has excluded the row.
  bool left_out(Eigen::Index row) const { return left_out_[static_cast<std::size_t>(row)]; }

  /// Closes the constraints at the end of a step: projects poses until the gaps [m, rad] vanish,
  /// then velocities onto the target speeds [m/s, rad/s]. Velocities and factorized masses must be
  /// consistent with the poses and momenta of `bodies`, and are so again afterwards.
  void project(Kinematics& bodies);

  /// Projects the poses alone until no gap exceeds `closed` [m, rad]. The masses must be factorized
  /// at the poses of `bodies`.
  /// @returns true if poses have moved, so that masses and velocities no longer belong to the poses
  bool project_poses(Kinematics& bodies, double closed);
  /// Projects the velocities alone [m/s, rad/s], after project_poses().
  /// @param rows true for each row to project; null means all. Excluded rows must not be coupled
  ///         with projected rows
  void project_velocities(Kinematics& bodies, const std::vector<bool>* rows);

  /// Distributes the forces over redundant rows, after project_poses(). Of all multipliers with the
  /// same effect on the bodies, the result is the one with the least sum of squares, weighted by
  /// the mobility of the rows. Forces of rows that a smooth stepper does not hold are unchanged.
  /// Does nothing if no joints are redundant.
  /// @param multipliers one per row [N, N m]
  void share_forces(VectorXd& multipliers);

 private:
  void factorize(const Kinematics& bodies);
  void find_held_rows();
  bool project_positions(Kinematics& bodies, double closed);
  /// Replaces x, a change of row speeds, by the multipliers that cause it: (G W^-1 G^T)^-1 x in the
  /// held rows and 0 in the others.
  void solve(VectorXd& x);
  /// Removes the effect of the regularization Sigma from the solution x by iterative refinement.
  void refine(VectorXd& x);
  /// Computes twists_ = W^-1 G^T multipliers, the change of the twists of all bodies.
  void respond(const Kinematics& bodies, const VectorXd& multipliers);

  Masses& masses_;
  ConstraintSet& constraints_;
  /// For each row, whether it is solved for, and whether it is excluded as a repetition.
  std::vector<bool> held_, left_out_;
  bool refines_ = false;  ///< true if Sigma would change the solution by more than a small share
  /// Largest ratio of Sigma to S + Sigma over the rows, with S = G W^-1 G^T.
  double yielding_ = 0.0;
  VectorXd sigma_, multipliers_, correction_;
  VectorXd residual_, step_, direction_, product_;  ///< scratch of refine()
  BodyVectors wrenches_, twists_;
};

}  // namespace raftup::solver
