#pragma once

#include <vector>

#include "solver/contacts/contact_problem.hpp"
#include "solver/dynamics/steppers/impulse_law.hpp"
#include "solver/joints/constraint_set.hpp"

namespace raftup::solver {

/// The contacts of an island in one step of a stepper that works with impulses [N s]. The contacts
/// are found at the start of the step and solved in one problem with the joints. The problem is
/// solved first for impacts, if any contact strikes, and then for the step itself. The contact
/// forces [N] are the sum of both impulses divided by the step.
/// Call order: find(); then, for impacts and for the step, assemble(), formulate_impacts() or
/// formulate_step(), solve() and keep(); finally write_forces(). Without contacts assemble() and
/// solve() need not be called. Not thread-safe.
class ContactImpulses {
 public:
  /// @param contacts of an island of `model`; must outlive this object
  ContactImpulses(ContactSet& contacts, const Model& model);

  bool empty() const { return contacts_.contacts().empty(); }

  /// Finds the contacts of a step that begins at `now` [s]. Also computes the closing speeds of all
  /// contacts [m/s] if any contact has a restitution above 0.
  void find(const Kinematics& bodies, const State& state, double now);
  void measure_speeds(const Kinematics& bodies) { measure(bodies, speeds_); }

  /// True if any contact strikes at the start of the step, so that impacts must be solved before
  /// the step.
  bool struck(const ImpulseLaw& law) const;

  /// Assembles the rows of contacts and joints at the poses at which the masses are factorized, and
  /// stores the speeds of the contact rows there [m/s].
  /// @param joints evaluated at these poses; must outlive solve()
  void assemble(const ConstraintSet& joints, const Masses& masses, const Kinematics& bodies);

  /// Formulates the equations of impacts, after which contacts separate with a share of their
  /// approach speed [m/s].
  /// @param share factor on the coefficient of restitution, 0 to 1
  void formulate_impacts(double share);
  /// Formulates the contact equations of the step. The iteration of solve() begins with the contact
  /// forces [N] of the last step.
  /// @param share factor on the restitution with which contacts separate, 0 to 1
  void formulate_step(const ImpulseLaw& law, double share);

  /// Computes the impulses that solve the equations of the contacts together with those of the
  /// joints.
  /// @param guess    impulses of the joints to begin with; may be empty
  /// @param bodies   velocities without impulses [m/s, rad/s, world axes]
  /// @param wrenches receives the impulses of the contacts on the bodies [N s, N m s, world axes]
  /// @returns impulses of the rows of the joints [N s, N m s]
  /// @throws Error under the same conditions as ContactProblem::solve()
  VectorXd solve(const MixedComplementarityProblem& joints, const VectorXd& guess,
                 const Kinematics& bodies, BodyVectors& wrenches);

  /// True if any contact has a coefficient of restitution above 0.
  bool bounce() const;
  /// True if contacts with restitution separate faster than kRestingContactSpeed [m/s] and their
  /// last impulses lambda [N s] have added more energy than rounding, lambda (v+ + v) / 2 > 0 [J].
  /// Here v is the contact speed before the impulse. If v+ moves the poses for more than half of
  /// the step, v includes the change of speed that loads cause, so that a weight may be lifted off
  /// its contact. The speed of moving surfaces is not counted as work.
  /// @param end velocities after the impulses [m/s, rad/s, world axes]
  /// @param share weight of v+ in the velocity that moves the poses, 0 to 1
  bool bounces_bring_energy(const Kinematics& end, double share);
  /// Adds the last impulses [N s], divided by the step, to the contact forces of the step [N].
  void keep();

  /// Writes the contact forces of the step [N] to the pairs of shapes (ContactSet::set_forces()).
  /// Also writes the residuals of the solutions if a contact reader of the model requests them.
  void write_forces();

 private:
  void measure(const Kinematics& bodies, std::vector<Vector3>& speeds);
  ContactMotion motion(std::size_t contact) const;

  ContactSet& contacts_;
  ContactProblem problem_;
  double step_;
  bool reports_residuals_;
  std::vector<ContactEquation> equations_;
  /// For each contact, its three rows: the speeds at the start of the step or before the impulses
  /// [m/s], the impulses of the last solution [N s], and the forces over the whole step [N].
  std::vector<Vector3> speeds_, impulses_, forces_;
  /// Residual of each contact in the last solution, and the largest residual of each contact in the
  /// step.
  std::vector<double> last_residuals_, residuals_;
  std::vector<Vector3> free_speeds_;  ///< m/s, row speeds of the contacts without impulses
  std::vector<Vector3>
      end_speeds_;          ///< scratch: speeds of the contact rows at the end of the step [m/s]
  BodyVectors velocities_;  ///< scratch: velocities of the bodies [m/s, rad/s]
};

}  // namespace raftup::solver
