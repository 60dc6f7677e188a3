#pragma once

#include <utility>
#include <vector>

#include "solver/dynamics/steppers/impulse_law.hpp"
#include "solver/joints/constraint_set.hpp"
#include "solver/joints/mixed_complementarity.hpp"
#include "solver/water/masses/masses.hpp"

namespace raftup::solver {

/// The rows of the joints of an island in one step of a stepper that works with impulses [N s, N m
/// s]. The rows are solved first for impacts, if any row strikes, and then for the step itself. The
/// multipliers [N, N m] are the sum of both impulses divided by the step.
/// Call order: begin(); then, for impacts and for the step, assemble(), formulate_impacts() or
/// formulate_step(), then solve() or, with contacts in the same problem, set_impulses(), and
/// finish(). Not thread-safe.
class JointImpulses {
 public:
  /// @param constraints must outlive this object
  /// @param step        h [s]
  JointImpulses(ConstraintSet& constraints, double step);

  bool empty() const { return constraints_.empty(); }

  /// Begins a step at the poses of the bodies: measures gaps [m, rad] and speeds [m/s, rad/s] and
  /// resets the multipliers.
  void begin(const Kinematics& bodies);
  /// Stores gaps [m, rad] and speeds [m/s, rad/s] of the rows at the start of the step. Must be
  /// called again after impacts.
  void measure_start(const Kinematics& bodies);

  /// True if any row strikes at the start of the step, so that impacts must be solved before the
  /// step.
  bool struck(const ImpulseLaw& law) const;
  /// The rows of stops that would be reached within `duration` [s] at the speeds at the start of
  /// the step.
  const std::vector<Eigen::Index>& find_stops(double duration);

  /// Assembles the rows at the poses at which the masses are factorized, and stores the speeds of
  /// the rows there [m/s, rad/s].
  void assemble(const Masses& masses, const Kinematics& bodies);

  /// Formulates the equations of impacts.
  /// @param bodies velocities without impulses [m/s, rad/s, world axes]
  void formulate_impacts(const ImpulseLaw& law, const Kinematics& bodies);
  /// The role of a row in a step.
  enum class RowRole {
    kByLaw,  ///< follows the equation of the ImpulseLaw
    /// Keeps the mean of the velocities before and after the step at the target [m/s, rad/s].
    kSmooth,
    kNothing,  ///< does not act, since other rows constrain the same motion
  };

  /// Formulates the equations of the step.
  /// @param parts  role of each row
  /// @param bodies velocities without impulses [m/s, rad/s, world axes]
  void formulate_step(const ImpulseLaw& law, const std::vector<RowRole>& parts,
                      const Kinematics& bodies);
  const MixedComplementarityProblem& problem() const { return problem_; }

  /// Computes the impulses that solve the problem of the joints alone [N s, N m s].
  /// @param guess impulses with which the iteration begins, one per row; may be empty
  void solve(const VectorXd& guess);
  /// Sets the impulses [N s, N m s], one per row, if they were solved together with contacts.
  void set_impulses(VectorXd impulses) { impulses_ = std::move(impulses); }
  /// Adds the wrenches of the impulses, G^T lambda [N s, N m s, world axes], to `wrenches`.
  void add_forces(BodyVectors& wrenches) const { constraints_.add_forces(impulses_, wrenches); }
  /// Computes the impulses of eliminated rows [N s, N m s] from the velocities. An eliminated row
  /// is part of the system matrix (StrongInteractionConstraint) and not of the problem.
  /// @param bodies velocities after the impulses [m/s, rad/s, world axes]
  void finish(const Kinematics& bodies);
  /// Adds the impulses of the last solution, divided by the step, to the multipliers [N, N m].
  void keep() { multipliers_ += impulses_ / step_; }

  /// Mean constraint forces over the step, one per row [N, N m].
  const VectorXd& multipliers() const { return multipliers_; }
  VectorXd& multipliers() { return multipliers_; }

 private:
  template <typename Equation>
  void formulate(const Equation& equation, const Kinematics& bodies);
  bool acts(Eigen::Index row) const;
  ImpulseLaw::Row row(Eigen::Index index, double mobility) const;

  ConstraintSet& constraints_;
  double step_;
  /// Indices of rows with a coefficient of restitution above 0.
  std::vector<Eigen::Index> bouncing_;
  std::vector<Eigen::Index> one_sided_;  ///< indices of the rows of stops
  bool has_eliminated_ = false;
  /// For each row, its equation if it is eliminated.
  std::vector<ImpulseLaw::RowEquation> equations_;
  MixedComplementarityProblem problem_;
  VectorXd impulses_, multipliers_, violations_, speeds_, free_speeds_;
  std::vector<Eigen::Index> stops_;  ///< result of the last find_stops()
};

}  // namespace raftup::solver
