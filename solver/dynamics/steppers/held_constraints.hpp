#pragma once

#include "solver/joints/constraint_set.hpp"
#include "solver/water/masses/masses.hpp"

namespace raftup::solver {

/// Constraints as a smooth stepper holds them. With rigid rows in index-1 form,
///   [W -G^T; G Sigma] [a; lambda] = [f; -(dG/dt) v],
/// where Sigma is refined away if a body with little inertia about its joint or a light link would
/// make of it more than rounding, and after the step poses projected onto g = 0 and velocities onto
/// G v = target speed, both in the metric of W, which keeps linear and angular momentum. Compliant
/// rows act as the spring and damper that they are, lambda = -(g + tau G v) / eps. Rows with bounds
/// are none of a smooth stepper's business: they stay without force.
/// @source Hairer and Wanner, Solving Ordinary Differential Equations II (1996), for index
///         reduction and for projection on the constraints
class HeldConstraints {
 public:
  HeldConstraints(Masses& masses, ConstraintSet& constraints);

  /// Adds G^T lambda to dp/dt at poses where the masses are factorised.
  void add_forces(const Kinematics& bodies, BodyVectors& momentum_rates);

  /// Of the last add_forces(): one per row [N, N m].
  const VectorXd& multipliers() const { return multipliers_; }

  /// Leaves rows out of add_forces() until project_poses() that hold nothing where a step begins
  /// but what rows before them hold, as the last of an overclosed linkage. A little off g = 0,
  /// where stages are, they are no longer the same and would hold the linkage fast. Nothing where
  /// no joints are redundant.
  void leave_out_dependent_rows(const Kinematics& start);
  bool left_out(Eigen::Index row) const { return left_out_[static_cast<std::size_t>(row)]; }

  /// Closes the constraints at the end of a step; velocities and masses must be those of the
  /// momenta there, and are so afterwards.
  void project(Kinematics& bodies);

  /// The poses alone, to gaps of at most `closed` [m, rad]; masses must be factorised there.
  /// @returns whether they have moved, so that masses and velocities are no longer theirs
  bool project_poses(Kinematics& bodies, double closed);
  /// The velocities alone, after project_poses().
  /// @param rows those to hold, null: all; others must not be linked with them
  void project_velocities(Kinematics& bodies, const std::vector<bool>* rows);

  /// Spreads forces over the rows that hold the same, after project_poses(): of all that move the
  /// bodies alike, those whose squares, weighted by the mobility of their rows, have the least sum.
  /// Forces of rows that a smooth stepper does not hold stay. Nothing where no joints are
  /// redundant.
  /// @param multipliers one per row [N, N m]
  void share_forces(VectorXd& multipliers);

 private:
  void factorise(const Kinematics& bodies);
  void find_held_rows();
  bool project_positions(Kinematics& bodies, double closed);
  /// Replaces x by multipliers that hold it, (G W^-1 G^T)^-1 x in the held rows, 0 in the others.
  void solve(VectorXd& x);
  /// Takes the effect of Sigma out of the solution.
  void refine(VectorXd& x);
  /// twists_ = W^-1 G^T multipliers
  void respond(const Kinematics& bodies, const VectorXd& multipliers);

  Masses& masses_;
  ConstraintSet& constraints_;
  std::vector<bool> held_, left_out_;  ///< by row
  bool refines_ = false;               ///< Sigma would let rows yield by more than its share
  double yielding_ = 0.0;              ///< share of S + Sigma that is Sigma, where it is most
  VectorXd sigma_, multipliers_, correction_;
  VectorXd residual_, step_, direction_, product_;  ///< scratch of refine()
  BodyVectors wrenches_, twists_;
};

}  // namespace raftup::solver
