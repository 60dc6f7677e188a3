#pragma once

#include <utility>
#include <vector>

#include "solver/dynamics/steppers/impulse_law.hpp"
#include "solver/joints/constraint_set.hpp"
#include "solver/joints/mixed_complementarity.hpp"
#include "solver/water/masses/masses.hpp"

namespace raftup::solver {

/// What the rows of the joints of an island do over one step of impulses: first as impacts where
/// some strike, then over the step. Multipliers are the sum of both over the step. Call order:
/// begin(); then for impacts and for the step assemble(), formulate_impacts() or formulate_step(),
/// solve() or, with contacts in the same problem, set_impulses(), and finish(). Not thread-safe.
class JointImpulses {
 public:
  /// @param constraints must outlive it
  /// @param step        h [s]
  JointImpulses(ConstraintSet& constraints, double step);

  bool empty() const { return constraints_.empty(); }

  /// A step begins where the bodies are; nothing has pushed yet.
  void begin(const Kinematics& bodies);
  /// Takes gaps and speeds where the bodies start: anew after impacts.
  void measure_start(const Kinematics& bodies);

  /// Whether impacts come before the step.
  bool struck(const ImpulseLaw& law) const;
  /// Rows that are stops which may be met within `duration` s at the speed of the start.
  const std::vector<Eigen::Index>& find_stops(double duration);

  /// Takes the rows and their speeds where the masses are factorised.
  void assemble(const Masses& masses, const Kinematics& bodies);

  /// The equations of impacts.
  /// @param bodies velocities without impulses, as in formulate_step()
  void formulate_impacts(const ImpulseLaw& law, const Kinematics& bodies);
  /// What a row does in a step.
  enum class RowRole {
    kByLaw,    ///< as the ImpulseLaw says
    kSmooth,   ///< held at the mean of the velocities before and after
    kNothing,  ///< other rows hold what it holds
  };

  /// The equations of the step.
  /// @param parts by row
  void formulate_step(const ImpulseLaw& law, const std::vector<RowRole>& parts,
                      const Kinematics& bodies);
  const MixedComplementarityProblem& problem() const { return problem_; }

  /// Impulses that solve the problem.
  /// @param guess to begin with; may be empty
  void solve(const VectorXd& guess);
  /// Impulses of the problem that are known, one per row.
  void set_impulses(VectorXd impulses) { impulses_ = std::move(impulses); }
  /// wrenches += G^T lambda of these impulses [N s, N m s].
  void add_forces(BodyVectors& wrenches) const { constraints_.add_forces(impulses_, wrenches); }
  /// Those of eliminated rows, found from the velocities.
  /// @param bodies velocities with impulses
  void finish(const Kinematics& bodies);
  /// Adds them to the multipliers.
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
  std::vector<Eigen::Index> bouncing_;   ///< rows of restitution > 0
  std::vector<Eigen::Index> one_sided_;  ///< rows of stops
  bool has_eliminated_ = false;
  std::vector<ImpulseLaw::RowEquation> equations_;  ///< of eliminated rows, by row
  MixedComplementarityProblem problem_;
  VectorXd impulses_, multipliers_, violations_, speeds_, free_speeds_;
  std::vector<Eigen::Index> stops_;  ///< of find_stops()
};

}  // namespace raftup::solver
