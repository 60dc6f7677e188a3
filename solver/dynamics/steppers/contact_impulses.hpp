#pragma once

#include <vector>

#include "solver/contacts/contact_problem.hpp"
#include "solver/dynamics/steppers/impulse_law.hpp"
#include "solver/joints/constraint_set.hpp"

namespace raftup::solver {

/// The contacts of an island in one step of impulses [N s]. They are found at the start of the step
/// and solved in one problem with the joints: first as impacts, if any contact strikes, and then
/// over the step. The forces [N] are the sum of both divided by the step.
/// Call order: find(); then, for impacts and for the step, assemble(), formulate_impacts() or
/// formulate_step(), solve() and keep(); finally write_forces(). Without contacts assemble() and
/// solve() need not be called. Not thread-safe.
class ContactImpulses {
 public:
  /// @param contacts of a part of `model`; must outlive this object
  ContactImpulses(ContactSet& contacts, const Model& model);

  bool empty() const { return contacts_.contacts().empty(); }

  /// Finds the contacts of a step that begins at `now` [s], and their closing speeds [m/s] if any
  /// of them may bounce.
  void find(const Kinematics& bodies, const State& state, double now);
  void measure_speeds(const Kinematics& bodies) { measure(bodies, speeds_); }

  /// True if impacts come before the step.
  bool struck(const ImpulseLaw& law) const;

  /// Stores the rows and their speeds [m/s] at the poses at which the masses are factorised.
  /// @param joints evaluated there; must outlive the use
  void assemble(const ConstraintSet& joints, const Masses& masses, const Kinematics& bodies);

  /// Formulates the equations of impacts that restore a share of the approach speed [m/s].
  /// @param share of the coefficient of restitution, 0 to 1
  void formulate_impacts(double share);
  /// Formulates the equations of the step; the solution begins with the forces [N] of the last
  /// step.
  /// @param share of the restitution with which contacts are to separate, 0 to 1
  void formulate_step(const ImpulseLaw& law, double share);

  /// Impulses that solve the equations together with those of the joints.
  /// @param guess    impulses of the joints to begin with; may be empty
  /// @param bodies   velocities without impulses [m/s, rad/s, world axes]
  /// @param wrenches receives the impulses of the contacts on the bodies [N s, N m s, world axes]
  /// @returns impulses of the rows of the joints [N s, N m s]
  /// @throws Error as ContactProblem::solve()
  VectorXd solve(const MixedComplementarityProblem& joints, const VectorXd& guess,
                 const Kinematics& bodies, BodyVectors& wrenches);

  /// True if any contact has a coefficient of restitution above 0.
  bool bounce() const;
  /// True if contacts with restitution separate faster than the resting speed (kRestingContactSpeed
  /// [m/s]) and their last impulses lambda [N s] have added more energy than rounding, lambda (v+ +
  /// v) / 2 > 0 [J]. Here v is the speed before the impulse; as far as v+ moves the poses for more
  /// than half of the step, it includes what loads have made of it, so that a weight may be lifted
  /// out again. The speed of moving surfaces is not counted.
  /// @param end   velocities with impulses
  /// @param share of v+ in how poses move
  bool bounces_bring_energy(const Kinematics& end, double share);
  /// Adds the last impulses [N s] to the forces of the step.
  void keep();

  /// Writes the forces of the step [N] to the pairs of the contacts (ContactSet::set_forces()), and
  /// the residuals of their solutions if a contact reader asks for them.
  void write_forces();

 private:
  void measure(const Kinematics& bodies, std::vector<Vector3>& speeds);
  ContactMotion motion(std::size_t contact) const;

  ContactSet& contacts_;
  ContactProblem problem_;
  double step_;
  bool reports_residuals_;
  std::vector<ContactEquation> equations_;
  /// For each contact and each of its rows: the speeds at the start or before the impulses [m/s],
  /// the impulses of the last solution [N s], and the forces over the whole step [N].
  std::vector<Vector3> speeds_, impulses_, forces_;
  /// Residual of each contact in the last solution, and the largest one in the step.
  std::vector<double> last_residuals_, residuals_;
  std::vector<Vector3> free_speeds_;  ///< m/s, without impulses
  std::vector<Vector3> end_speeds_;   ///< scratch
  BodyVectors velocities_;            ///< scratch
};

}  // namespace raftup::solver
