#pragma once

#include <vector>

#include "solver/contacts/contact_set.hpp"
#include "solver/loads/base/force_element.hpp"

namespace raftup::solver {

/// True if the contacts of a model are loads: with the steppers kRungeKutta4 and kMidpoint, which
/// know no impulses [N s], and if no contact has a force, so that sensors change no stepper.
/// check() refuses such models if a contact is rigid.
bool contacts_are_loads(const Model& model);

/// The force of a compliant contact at an instant, in its rows, and its derivatives.
struct CompliantForce {
  Vector3 force = Vector3::Zero();    ///< N
  double stiffness = 0.0;             ///< -dF_N/dphi [N/m]
  Matrix3 damping = Matrix3::Zero();  ///< -dF/d(G v) [N s/m]
};

/// Spring and damper along the normal, which pull no more than adhesion does,
///   F_N = max(-k phi - c N v, -F_a),  c = k tau,
/// and friction that creeps where it sticks,
///   F_T = -s min(mu (F_N + F_a)/|s|, 1/(v_s/(mu (F_N + F_a)) + gamma)),  v_s = .01 m/s,
/// s the slip and gamma the surface viscosity; of boxes each slip by itself, with their own F_N.
/// @source Kelvin and Voigt's spring and damper, cut where it would pull; friction regularised at a
///         creeping speed: Oden and Martins, "Models and computational methods for dynamic friction
///         phenomena", Comput. Methods Appl. Mech. Engrg. 52 (1985)
/// @param speeds G v of its rows [m/s]
/// @param step   h [s], two of which are the damping time of a law that gives none
CompliantForce compliant_force(const Contact& contact, const Vector3& speeds, double step);

/// The contacts of a part as a load [N], found anew at each evaluation. They are a function of the
/// poses and velocities of the bodies and of the pairs in the State, which record how deep fenders
/// have been pressed.
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
  /// Finds the contacts and computes their forces.
  void evaluate(const StageConditions& conditions, const Kinematics& bodies) const;

  double step_;
  bool pushes_;  ///< if false, contacts are found at the end of each step only
  mutable ContactSet contacts_;
  mutable std::vector<CompliantForce> forces_;  ///< one per contact
};

}  // namespace raftup::solver
