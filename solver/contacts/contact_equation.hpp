#pragma once

#include "solver/contacts/contact_set.hpp"

namespace raftup::solver {

/// Slower than this [m/s], bodies come to rest on each other instead of bouncing.
inline constexpr double kRestingContactSpeed = 0.01;

/// A contact over one step, for impulses lambda [N s] in its rows, N along the normal out of shape 2
/// and T along two tangents, world axes:
///   0 <= N v+ + sigma lambda_N - target, complementary to lambda_N + adhesion >= 0,
///   |lambda_T| <= mu (lambda_N + adhesion), against the slip
///   T v+ + tangent_sigma lambda_T - tangent_target.
/// @source Signorini's and Coulomb's laws between velocities and impulses: Moreau, "Unilateral
///         contact and dry friction in finite freedom dynamics" (1988)
struct ContactEquation {
  bool acts = false;
  double sigma = 0.0;                        ///< 1/kg
  double target = 0.0;                       ///< m/s
  double adhesion = 0.0;                     ///< N s
  std::optional<double> friction;            ///< N s that bound each slip; none: mu lambda_N does
  double tangent_sigma = 0.0;                ///< 1/kg
  Vector2 tangent_target = Vector2::Zero();  ///< m/s
  FrictionSolve solve = FrictionSolve::kDirect;
};

/// What is known of a contact where a step begins.
struct ContactMotion {
  double step;      ///< h [s]
  double speed;     ///< N v [m/s]
  double mobility;  ///< N W^-1 N^T [1/kg]
};

/// A spring that the step resolves, h sqrt(k/m) < 2, acts as what it is, as every fender does; a
/// stiffer one is a rigid contact that yields by its compliance at rest:
///   sigma = (4/h^2) eps Upsilon, target = -(4/h) Upsilon phi (+ Upsilon N v of a spring),
/// drawn together at most to phi = 0 while there is a gap, unless it will bounce there. eps is the
/// compliance 1/k [m/N], phi the gap [m] and Upsilon = 1/(1 + 4 tau/h) of the damping time tau.
/// @source Lacoursiere, Ghosts and machines: regularized variational methods for interactive
///         simulations of multibodies with dry frictional contacts (2007)
ContactEquation stabilised_contact(const Contact& contact, const ContactMotion& motion);

/// Moreau and Jean's: a contact acts where its gap is forecast to close, by Newton's law at the
/// level of velocities; springs that give nothing back by it are ThetaRow, which acts where they
/// would be pressed in the step. What gives nothing back and is deeper than it may be
/// (Contact::excess), as after an impact that a coarse step has met late, comes out by a fifth of
/// the excess in a step, not faster than kRestingContactSpeed, so that nothing is thrown out.
/// @param theta of the velocity at the end that moves the poses
ContactEquation forecast_contact(const Contact& contact, const ContactMotion& motion, double theta);

/// Friction that the last force of a pair bounds (FrictionModel::kBox) is shared by the points that
/// act in this step: of those that a forecast leaves out the others bear the part.
/// @param equations one per contact
void share_bearing_forces(const std::vector<Contact>& contacts,
                          std::vector<ContactEquation>& equations);

/// In an impact, which lasts no time: what is hit gives back e of its speed, other rigid contacts
/// hold, springs do nothing.
/// @param share of e, 0 to 1, by which it is lowered where the energy would rise
/// @source Newton's law of restitution N v+ = -e N v; that the energy of several impacts at once may
///         rise by it: Acary and Brogliato, Numerical Methods for Nonsmooth Dynamical Systems (2008)
ContactEquation impact_contact(const Contact& contact, const ContactMotion& motion, double share);

/// Whether an impact on it comes before the step: what meets slower than .01 m/s comes to rest.
/// @param speed N v [m/s]
bool strikes(const Contact& contact, double speed);

}  // namespace raftup::solver
