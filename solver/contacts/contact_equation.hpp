#pragma once

#include "solver/contacts/contact_set.hpp"

namespace raftup::solver {

/// Bodies that meet slower than this [m/s] come to rest on each other instead of bouncing. Chosen,
/// not swept: at 0 a body would bounce ever more often, and at 1 m/s visible impacts would be lost.
inline constexpr double kRestingContactSpeed = 0.01;

/// The equation of a contact over one step, for impulses lambda [N s] in its rows: N along the
/// normal out of shape 2 and T along two tangents, world axes.
///   0 <= N v+ + sigma lambda_N - target, complementary to lambda_N + adhesion >= 0,
///   |lambda_T| <= mu (lambda_N + adhesion), against the slip
///   T v+ + tangent_sigma lambda_T - tangent_target.
/// @source Signorini's and Coulomb's laws between velocities and impulses: Moreau, "Unilateral
///         contact and dry friction in finite freedom dynamics" (1988)
struct ContactEquation {
  bool acts = false;
  double sigma = 0.0;     ///< compliance of the normal row [1/kg]
  double target = 0.0;    ///< least value of N v+ + sigma lambda_N [m/s]
  double adhesion = 0.0;  ///< largest impulse with which the contact pulls [N s]
  /// Bound of the impulse in each tangent row [N s]; without it the bound is mu (lambda_N +
  /// adhesion).
  std::optional<double> friction;
  double tangent_sigma = 0.0;  ///< compliance of the tangent rows [1/kg]
  /// Slip that friction aims at, the speed of moving surfaces [m/s].
  Vector2 tangent_target = Vector2::Zero();
  FrictionSolve solve = FrictionSolve::kDirect;
};

/// The motion of a contact at the start of a step.
struct ContactMotion {
  double step;      ///< time step h [s]
  double speed;     ///< normal speed N v [m/s]; negative if the shapes approach
  double mobility;  ///< N W^-1 N^T: change of the normal speed by a unit normal impulse [1/kg]
};

/// The equation of a contact by stabilized constraints. A spring that the step resolves, h
/// sqrt(k/m) < 2, acts as a spring, and so does every fender. A stiffer spring becomes a rigid
/// contact whose depth at rest is that of the spring:
///   sigma = (4/h^2) eps Upsilon, target = -(4/h) Upsilon phi (+ Upsilon N v of a spring).
/// While there is a gap, the target allows the gap to close to phi = 0 at most, unless the contact
/// will bounce. eps is the compliance 1/k [m/N], phi the gap [m], and Upsilon = 1/(1 + 4 tau/h)
/// with the damping time tau [s].
/// @source Lacoursiere, Ghosts and machines: regularized variational methods for interactive
///         simulations of multibodies with dry frictional contacts (2007)
ContactEquation stabilized_contact(const Contact& contact, const ContactMotion& motion);

/// The equation of a contact by the method of Moreau and Jean. A contact acts if its gap [m] is
/// predicted to close, by Newton's law of restitution between velocities [m/s]. Springs without
/// restitution follow ThetaRow and act if they would be compressed in the step. A contact without
/// restitution may be deeper than allowed (Contact::excess [m]), for instance because a coarse step
/// detected an impact late. A fifth of the excess is then removed per step, but not faster than
/// kRestingContactSpeed, so that no body is thrown out.
/// @param theta share of the velocity at the end of the step in the velocity that moves the poses
ContactEquation forecast_contact(const Contact& contact, const ContactMotion& motion, double theta);

/// Distributes friction bounds that come from the last force of a pair (FrictionModel::kBox) [N s].
/// The points that act in this step share the bounds of the points that do not act.
/// @param equations one per contact
void share_bearing_forces(const std::vector<Contact>& contacts,
                          std::vector<ContactEquation>& equations);

/// The equation of a contact in an impact, which takes no time. A contact that strikes separates
/// with its restitution e times its speed [m/s], other rigid contacts hold, and springs do not act.
/// @param share factor of e, 0 to 1, which the caller lowers if the energy would increase
/// @source Newton's law of restitution N v+ = -e N v; that the energy of several impacts at once
///         may increase by it: Acary and Brogliato, Numerical Methods for Nonsmooth Dynamical
///         Systems (2008)
ContactEquation impact_contact(const Contact& contact, const ContactMotion& motion, double share);

/// True if the contact needs an impact before the step. Contacts with a closing speed below
/// kRestingContactSpeed, .01 m/s, come to rest without an impact.
/// @param speed normal speed N v [m/s]; negative if the shapes approach
bool strikes(const Contact& contact, double speed);

}  // namespace raftup::solver
