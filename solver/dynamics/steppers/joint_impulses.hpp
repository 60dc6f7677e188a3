#pragma once

#include <utility>
#include <vector>

#include "solver/dynamics/steppers/impulse_law.hpp"
#include "solver/joints/constraint_set.hpp"
#include "solver/joints/mixed_complementarity.hpp"
#include "solver/water/masses/masses.hpp"

namespace raftup::solver {

/// The rows of the joints of an island in one step of impulses [N s, N m s]: first as impacts, if
/// any row strikes, and then over the step. Multipliers [N, N m] are the sum of both divided by the
/// step. Call order: begin(); then, for impacts and for the step, assemble(), formulate_impacts()
/// or formulate_step(), then solve() or, with contacts in the same problem, set_impulses(), and
/// finish(). Not thread-safe.
class JointImpulses {
 public:
  /// @param constraints must outlive this object
  /// @param step        h [s]
  JointImpulses(ConstraintSet& constraints, double step);

  bool empty() const { return constraints_.empty(); }

  /// Begins a step at the poses of the bodies, without any impulse yet.
  void begin(const Kinematics& bodies);
  /// Stores gaps [m, rad] and speeds [m/s, rad/s] at the start; to be repeated after impacts.
  void measure_start(const Kinematics& bodies);

  /// True if impacts come before the step.
  bool struck(const ImpulseLaw& law) const;
  /// The rows of stops that may be met within `duration` [s] at the speed of the start.
  const std::vector<Eigen::Index>& find_stops(double duration);

  /// Stores the rows and their speeds [m/s, rad/s] at the poses at which the masses are factorised.
  void assemble(const Masses& masses, const Kinematics& bodies);

  /// Formulates the equations of impacts.
  /// @param bodies velocities without impulses [m/s, rad/s, world axes], as in formulate_step()
  void formulate_impacts(const ImpulseLaw& law, const Kinematics& bodies);
  /// The role of a row in a step.
  enum class RowRole {
    kByLaw,    ///< acts as the ImpulseLaw says
    kSmooth,   ///< holds the mean of the velocities before and after [m/s, rad/s]
    kNothing,  ///< does nothing, since other rows hold the same
  };

  /// Formulates the equations of the step.
  /// @param parts role of each row
  void formulate_step(const ImpulseLaw& law, const std::vector<RowRole>& parts,
                      const Kinematics& bodies);
  const MixedComplementarityProblem& problem() const { return problem_; }

  /// Computes the impulses that solve the problem [N s, N m s].
  /// @param guess to begin with; may be empty
  void solve(const VectorXd& guess);
  /// Sets the impulses of the problem if they are known, one per row [N s, N m s].
  void set_impulses(VectorXd impulses) { impulses_ = std::move(impulses); }
  /// wrenches += G^T lambda of these impulses [N s, N m s].
  void add_forces(BodyVectors& wrenches) const { constraints_.add_forces(impulses_, wrenches); }
  /// Computes the impulses of eliminated rows [N s, N m s] from the velocities.
  /// @param bodies velocities with impulses [m/s, rad/s, world axes]
  void finish(const Kinematics& bodies);
  /// Adds the impulses, divided by the step, to the multipliers [N, N m].
  void keep() { multipliers_ += impulses_ / step_; }

  /// One per row [N, N m].
  const VectorXd& multipliers() const { return multipliers_; }
  VectorXd& multipliers() { return multipliers_; }

 private:
  template <typename Equation>
  void formulate(const Equation& equation, const Kinematics& bodies);
  bool acts(Eigen::Index row) const;
  ImpulseLaw::Row row(Eigen::Index index, double mobility) const;

  ConstraintSet& constraints_;
  double step_;
  std::vector<Eigen::Index> bouncing_;   ///< rows with restitution > 0
  std::vector<Eigen::Index> one_sided_;  ///< rows of stops
  bool has_eliminated_ = false;
  std::vector<ImpulseLaw::RowEquation> equations_;  ///< equations of eliminated rows, by row
  MixedComplementarityProblem problem_;
  VectorXd impulses_, multipliers_, violations_, speeds_, free_speeds_;
  std::vector<Eigen::Index> stops_;  ///< result of find_stops()
};

}  // namespace raftup::solver
