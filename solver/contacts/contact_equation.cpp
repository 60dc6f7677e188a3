#include "solver/contacts/contact_equation.hpp"

#include <algorithm>

#include "solver/nonsmooth/nonsmooth_system.hpp"

namespace raftup::solver {

namespace {

/// Damping time of a rigid contact, in steps; chosen, not swept, like that of joints.
constexpr double kStabilizationSteps = 2.0;
/// Share of the excess depth of an overlap that is removed per step by Moreau and Jean's method.
/// Chosen, not swept: 1 would throw bodies out in one step, a small share leaves them inside for
/// long.
constexpr double kDrawnOut = 0.2;

bool is_spring(const Contact& contact, const ContactMotion& motion) {
  const double h = motion.step;
  return contact.law->fender != nullptr || 0.25 * h * h * contact.stiffness * motion.mobility < 1.0;
}

/// The terms of friction and adhesion, which are the same for all kinds of contacts.
ContactEquation acting(const Contact& contact, const ContactMotion& motion) {
  ContactEquation equation;
  equation.acts = true;
  equation.adhesion = motion.step * contact.adhesion;
  equation.tangent_sigma = contact.law->surface_viscosity / motion.step;
  equation.tangent_target = -contact.surface_speed;
  equation.solve = contact.law->friction_solve;
  if (contact.bearing_force) {
    equation.friction = motion.step * contact.friction * *contact.bearing_force;
  }
  return equation;
}

ContactEquation spring(const Contact& contact, const ContactMotion& motion) {
  if (contact.gap > 0.0 && contact.adhesion == 0.0) return {};
  ContactEquation equation = acting(contact, motion);
  const double damping_time = contact.damping_time.value_or(kStabilizationSteps * motion.step);
  const StabilizedRow row(motion.step, 1.0 / contact.stiffness, damping_time, contact.gap,
                          motion.speed);
  equation.sigma = row.sigma;
  equation.target = row.target;
  return equation;
}

ContactEquation spring_at_theta(const Contact& contact, const ContactMotion& motion, double theta) {
  const bool apart = contact.gap > 0.0 && contact.adhesion == 0.0;
  if (apart && contact.gap + motion.step * motion.speed > 0.0) return {};
  ContactEquation equation = acting(contact, motion);
  const double damping_time = contact.damping_time.value_or(kStabilizationSteps * motion.step);
  const ThetaRow row(theta, motion.step, 1.0 / contact.stiffness, damping_time, contact.gap,
                     motion.speed, apart);
  equation.sigma = row.sigma;
  equation.target = row.target;
  return equation;
}

}  // namespace

bool strikes(const Contact& contact, double speed) {
  return contact.law->restitution > 0.0 && contact.gap <= 0.0 && speed < -kRestingContactSpeed;
}

ContactEquation stabilized_contact(const Contact& contact, const ContactMotion& motion) {
  if (is_spring(contact, motion)) return spring(contact, motion);
  ContactEquation equation = acting(contact, motion);
  if (contact.gap > 0.0 && contact.adhesion == 0.0) {
    equation.target = -contact.gap / motion.step;
    equation.acts = contact.law->restitution == 0.0 || motion.speed >= -kRestingContactSpeed;
    return equation;
  }
  const StabilizedRow row(motion.step, 1.0 / contact.stiffness,
                          contact.damping_time.value_or(kStabilizationSteps * motion.step),
                          contact.gap, 0.0);
  equation.sigma = row.sigma;
  equation.target = row.target;
  return equation;
}

ContactEquation forecast_contact(const Contact& contact, const ContactMotion& motion,
                                 double theta) {
  const bool gives_back = contact.law->restitution > 0.0;
  if (!gives_back && is_spring(contact, motion)) return spring_at_theta(contact, motion, theta);
  ContactEquation equation = acting(contact, motion);
  equation.acts =
      contact.adhesion > 0.0 || nonsmooth::closes(contact.gap, motion.speed, motion.step);
  equation.target = -contact.law->restitution * motion.speed;
  if (!gives_back && contact.excess > 0.0) {
    equation.target = std::min(kDrawnOut * contact.excess / motion.step, kRestingContactSpeed);
  }
  return equation;
}

void share_bearing_forces(const std::vector<Contact>& contacts,
                          std::vector<ContactEquation>& equations) {
  for (std::size_t first = 0, end = 0; first < contacts.size(); first = end) {
    std::size_t acting = 0;
    for (; end < contacts.size() && contacts[end].pair == contacts[first].pair; ++end) {
      if (equations[end].acts) ++acting;
    }
    if (contacts[first].law->friction_model != FrictionModel::kBox || acting == 0) continue;
    const double share = static_cast<double>(end - first) / static_cast<double>(acting);
    for (std::size_t i = first; i < end; ++i) {
      if (equations[i].friction) *equations[i].friction *= share;
    }
  }
}

ContactEquation impact_contact(const Contact& contact, const ContactMotion& motion, double share) {
  if (contact.gap > 0.0) return {};
  ContactEquation equation = acting(contact, motion);
  equation.adhesion = 0.0;
  equation.tangent_sigma = 0.0;
  equation.solve = FrictionSolve::kDirect;
  if (equation.friction) equation.friction = 0.0;  // what is given is a force
  if (strikes(contact, motion.speed)) {
    equation.target = -share * contact.law->restitution * motion.speed;
  } else {
    equation.acts = !is_spring(contact, motion);
  }
  return equation;
}

}  // namespace raftup::solver
