#pragma once

#include <vector>

#include "solver/contacts/contact_problem.hpp"
#include "solver/dynamics/steppers/impulse_law.hpp"
#include "solver/joints/constraint_set.hpp"

namespace raftup::solver {

/// What the contacts of an island do over one step of impulses. They are found where it begins and
/// solved in one problem with the joints, first as impacts where some strike, then over the step;
/// what they push is the sum of both.
/// Call order: find(); then for impacts and for the step assemble(), formulate_impacts() or
/// formulate_step(), solve() and keep(); in the end write_forces(). Without contacts assemble() and
/// solve() need not be called. Not thread-safe.
class ContactImpulses {
 public:
  /// @param contacts of a part of `model`, must outlive it
  ContactImpulses(ContactSet& contacts, const Model& model);

  bool empty() const { return contacts_.contacts().empty(); }

  /// Finds the contacts of a step that begins at `now` [s], and how fast they close there where any
  /// may bounce.
  void find(const Kinematics& bodies, const State& state, double now);
  void measure_speeds(const Kinematics& bodies) { measure(bodies, speeds_); }

  /// Whether impacts come before the step.
  bool struck(const ImpulseLaw& law) const;

  /// Takes the rows and their speeds where the masses are factorised.
  /// @param joints evaluated there; must outlive the use
  void assemble(const ConstraintSet& joints, const Masses& masses, const Kinematics& bodies);

  /// The equations of impacts that give back a share of their speed.
  void formulate_impacts(double share);
  /// The equations of the step, begun with the forces of the last one.
  /// @param share of the speeds that contacts of restitution > 0 are to part with
  void formulate_step(const ImpulseLaw& law, double share);

  /// Impulses that solve the equations together with those of the joints.
  /// @param guess    impulses of the joints to begin with; may be empty
  /// @param bodies   velocities without impulses
  /// @param wrenches takes those of the contacts [N s, N m s]
  /// @returns impulses of the joints' rows
  /// @throws Error as ContactProblem::solve()
  VectorXd solve(const MixedComplementarityProblem& joints, const VectorXd& guess,
                 const Kinematics& bodies, BodyVectors& wrenches);

  /// Whether any has restitution > 0.
  bool bounce() const;
  /// Whether these are to part faster than what comes to rest (kRestingContactSpeed), and the last
  /// impulses of them have brought energy beyond rounding, lambda (v+ + v) / 2. v is v-; as far as
  /// v+ moves the poses for more than half of the step, it has what loads have made of that, so
  /// that a weight may be lifted out again. Moving surfaces are not counted.
  /// @param end   velocities with impulses
  /// @param share of v+ in how poses move
  bool bounces_bring_energy(const Kinematics& end, double share);
  /// Adds the last impulses to the forces.
  void keep();

  /// Writes the forces of the step to the pairs of the contacts (ContactSet::set_forces()), and
  /// the residuals of their solutions where a contact reader asks for them.
  void write_forces();

 private:
  void measure(const Kinematics& bodies, std::vector<Vector3>& speeds);
  ContactMotion motion(std::size_t contact) const;

  ContactSet& contacts_;
  ContactProblem problem_;
  double step_;
  bool reports_residuals_;
  std::vector<ContactEquation> equations_;
  /// Of each contact, in its rows: of v- or where the step begins [m/s], of the last solution [N
  /// s], of the whole step [N].
  std::vector<Vector3> speeds_, impulses_, forces_;
  /// Of the last solution, and the largest of the step's.
  std::vector<double> last_residuals_, residuals_;
  std::vector<Vector3> free_speeds_;  ///< without impulses
  std::vector<Vector3> end_speeds_;   ///< scratch
  BodyVectors velocities_;            ///< scratch
};

}  // namespace raftup::solver
