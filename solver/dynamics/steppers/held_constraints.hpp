#pragma once

#include "solver/joints/constraint_set.hpp"
#include "solver/water/masses/masses.hpp"

namespace raftup::solver {

/// The constraints of a smooth stepper. Rigid rows are solved in index-1 form for accelerations a
/// [m/s2, rad/s2] and multipliers lambda [N, N m],
///   [W -G^T; G Sigma] [a; lambda] = [f; -(dG/dt) v].
/// The effect of Sigma is refined away if a light link, or a body with little inertia about its
/// joint, would make it exceed rounding. After the step poses are projected onto g = 0 and
/// velocities onto G v = target speed, both in the metric of W, which conserves linear and angular
/// momentum. Compliant rows act as springs and dampers, lambda = -(g + tau G v) / eps. Rows with
/// bounds have no force with a smooth stepper.
/// @source Hairer and Wanner, Solving Ordinary Differential Equations II (1996), for index
///         reduction and for projection on the constraints
class HeldConstraints {
 public:
  HeldConstraints(Masses& masses, ConstraintSet& constraints);

  /// Adds G^T lambda [N, N m, world axes] to dp/dt at the poses at which the masses are factorised.
  void add_forces(const Kinematics& bodies, BodyVectors& momentum_rates);

  /// The multipliers of the last add_forces(), one per row [N, N m].
  const VectorXd& multipliers() const { return multipliers_; }

  /// Finds the rows that hold at the start of a step only what rows before them hold, as the last
  /// joint of an overconstrained linkage does, and leaves them out of add_forces() until
  /// project_poses(). At the stages of a step the gaps g are not exactly 0; the rows would then
  /// differ from each other and lock the linkage. Does nothing if no joints are redundant.
  void leave_out_dependent_rows(const Kinematics& start);
  bool left_out(Eigen::Index row) const { return left_out_[static_cast<std::size_t>(row)]; }

  /// Closes the constraints at the end of a step: gaps [m, rad] and speeds [m/s, rad/s]. Velocities
  /// and masses must be those of the momenta there, and are so again afterwards.
  void project(Kinematics& bodies);

  /// Projects the poses alone until no gap exceeds `closed` [m, rad]; masses must be factorised
  /// there.
  /// @returns true if poses have moved, so that masses and velocities are no longer those of the
  ///         poses
  bool project_poses(Kinematics& bodies, double closed);
  /// Projects the velocities alone [m/s, rad/s], after project_poses().
  /// @param rows those to project; null means all. Rows left out must not be coupled with them
  void project_velocities(Kinematics& bodies, const std::vector<bool>* rows);

  /// Distributes the forces over redundant rows, after project_poses(): among all multipliers with
  /// the same effect on the bodies it finds those whose squares, weighted by the mobility of their
  /// rows, have the least sum. Forces of rows that a smooth stepper does not hold are kept. Does
  /// nothing if no joints are redundant.
  /// @param multipliers one per row [N, N m]
  void share_forces(VectorXd& multipliers);

 private:
  void factorize(const Kinematics& bodies);
  void find_held_rows();
  bool project_positions(Kinematics& bodies, double closed);
  /// Replaces x by the multipliers that cause it, (G W^-1 G^T)^-1 x in the held rows and 0 in the
  /// others.
  void solve(VectorXd& x);
  /// Removes the effect of Sigma from the solution by refinement.
  void refine(VectorXd& x);
  /// twists_ = W^-1 G^T multipliers
  void respond(const Kinematics& bodies, const VectorXd& multipliers);

  Masses& masses_;
  ConstraintSet& constraints_;
  std::vector<bool> held_, left_out_;  ///< by row
  bool refines_ = false;   ///< true if Sigma would let rows yield by more than its share
  double yielding_ = 0.0;  ///< the largest share of Sigma in S + Sigma over the rows
  VectorXd sigma_, multipliers_, correction_;
  VectorXd residual_, step_, direction_, product_;  ///< scratch of refine()
  BodyVectors wrenches_, twists_;
};

}  // namespace raftup::solver
