#pragma once

#include <vector>

#include "solver/contacts/contact_set.hpp"
#include "solver/loads/base/force_element.hpp"

namespace raftup::solver {

/// True if the contacts of a model are loads. They are loads with the steppers kRungeKutta4 and
/// kMidpoint, which do not work with impulses [N s]. They are also loads if no contact has a force,
/// so that sensors do not change the stepper. check() refuses a model whose contacts are loads if
/// one of them is rigid.
bool contacts_are_loads(const Model& model);

/// The force of a compliant contact at an instant, in its rows (normal, two tangents), and its
/// derivatives.
struct CompliantForce {
  Vector3 force = Vector3::Zero();  ///< N, in the rows of the contact
  double stiffness = 0.0;           ///< -dF_N/dphi [N/m], with phi the gap
  /// -dF/d(G v), with G v the speeds of the rows of the contact [N s/m]
  Matrix3 damping = Matrix3::Zero();
};

/// The force of a compliant contact: spring and damper along the normal, which pull no more than
/// the adhesion force F_a,
///   F_N = max(-k phi - c N v, -F_a),  c = k tau,
/// and friction that creeps while it sticks,
///   F_T = -s min(mu (F_N + F_a)/|s|, 1/(v_s/(mu (F_N + F_a)) + gamma)),  v_s = .01 m/s,
/// with s the slip and gamma the surface viscosity. With a box model of friction each slip is
/// bounded separately, by the normal force of that model.
/// @source Kelvin and Voigt's spring and damper, limited where it would pull; friction regularized
///         at a creeping speed: Oden and Martins, "Models and computational methods for dynamic
///         friction phenomena", Comput. Methods Appl. Mech. Engrg. 52 (1985)
/// @param speeds G v of the rows of the contact [m/s]
/// @param step   h [s]; a law without damping time has tau = 2 h
CompliantForce compliant_force(const Contact& contact, const Vector3& speeds, double step);

/// The contacts of an island as a load [N]; the contacts are found again at each evaluation. The
/// forces are a function of the poses and velocities of the bodies and of the contact pairs in the
/// State, which contain the greatest compression of fenders.
class CompliantContacts final : public ForceElement {
 public:
  explicit CompliantContacts(const Model& model);

  const ContactSet& contacts() const { return contacts_; }

  void add(const StageConditions& conditions, const Kinematics& bodies, Forces& forces) override;
  void add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                    LoadJacobian& jacobian) const override;
  void finish(const StageConditions& conditions, const Kinematics& bodies) override;
  void commit(State& state) noexcept override { state.contacts.swap(contacts_.pairs()); }

 private:
  /// Finds the contacts and computes their forces [N].
  void evaluate(const StageConditions& conditions, const Kinematics& bodies) const;

  double step_;
  /// False if no contact has a force; contacts are then found only at the end of each step.
  bool pushes_;
  mutable ContactSet contacts_;
  mutable std::vector<CompliantForce> forces_;  ///< one per contact
};

}  // namespace raftup::solver
