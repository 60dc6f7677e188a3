#include "solver/contacts/compliant_contacts.hpp"

#include <algorithm>
#include <cmath>

namespace raftup::solver {

namespace {

/// Damping time of a law without damping time, in steps; chosen, not swept.
constexpr double kDampingSteps = 2.0;
/// The speed v_s [m/s] above which friction has its full value mu F_N. Chosen, not swept: below it
/// a body at rest on a slope creeps, and a smaller v_s makes the load stiffer.
constexpr double kCreepingSpeed = 0.01;

Matrix6 product(const Contact& contact, std::size_t one, const Matrix3& between, std::size_t two) {
  const int rows = contact.block.rows;
  const auto& G = contact.block.jacobian;
  return G[one].topRows(rows).transpose() * between.topLeftCorner(rows, rows) *
         G[two].topRows(rows);
}

void add_friction(const Contact& contact, const Vector3& speeds, CompliantForce& answer) {
  const double bears = contact.bearing_force.value_or(answer.force[0] + contact.adhesion);
  const double bound = contact.friction * bears;
  if (contact.block.rows == 1 || !(bound > 0.0)) return;
  const Vector2 slip = speeds.tail<2>() + contact.surface_speed;
  const double creep = 1.0 / (kCreepingSpeed / bound + contact.law->surface_viscosity);
  if (contact.square || contact.bearing_force) {
    for (int i = 0; i < 2; ++i) {
      const bool holds = creep * std::abs(slip[i]) <= bound;
      answer.force[1 + i] = holds ? -creep * slip[i] : -std::copysign(bound, slip[i]);
      answer.damping(1 + i, 1 + i) = holds ? creep : 0.0;
    }
    return;
  }
  const double speed = slip.norm();
  if (creep * speed <= bound) {
    answer.force.tail<2>() = -creep * slip;
    answer.damping.bottomRightCorner<2, 2>() = creep * Eigen::Matrix2d::Identity();
    return;
  }
  const Vector2 along = slip / speed;
  answer.force.tail<2>() = -bound * along;
  answer.damping.bottomRightCorner<2, 2>() =
      bound / speed * (Eigen::Matrix2d::Identity() - along * along.transpose());
}

}  // namespace

bool contacts_are_loads(const Model& model) {
  const bool smooth =
      model.stepper == StepperKind::kRungeKutta4 || model.stepper == StepperKind::kMidpoint;
  return can_touch(model) && (smooth || !can_push(model));
}

CompliantForce compliant_force(const Contact& contact, const Vector3& speeds, double step) {
  CompliantForce answer;
  if (contact.gap > 0.0 && contact.adhesion == 0.0) return answer;
  const double damping = contact.stiffness * contact.damping_time.value_or(kDampingSteps * step);
  answer.force[0] = -contact.stiffness * contact.gap - damping * speeds[0];
  if (answer.force[0] > -contact.adhesion) {
    answer.stiffness = contact.stiffness;
    answer.damping(0, 0) = damping;
  } else {
    answer.force[0] = -contact.adhesion;
  }
  add_friction(contact, speeds, answer);
  return answer;
}

CompliantContacts::CompliantContacts(const Model& model)
    : step_(1e-9 * static_cast<double>(model.step_ns)),
      pushes_(can_push(model)),
      contacts_(model) {}

void CompliantContacts::evaluate(const StageConditions& conditions,
                                 const Kinematics& bodies) const {
  contacts_.find(bodies, conditions.state.contacts, conditions.state.inputs,
                 conditions.at.step_start, step_);
  BodyVectors velocities(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) velocities[i] = bodies[i].velocity;
  forces_.clear();
  for (const Contact& contact : contacts_.contacts()) {
    const LaneArray speeds = contact.block.speeds(velocities);
    forces_.push_back(compliant_force(contact, {speeds[0], speeds[1], speeds[2]}, step_));
  }
}

void CompliantContacts::add(const StageConditions& conditions, const Kinematics& bodies,
                            Forces& forces) {
  if (!pushes_) return;
  evaluate(conditions, bodies);
  for (std::size_t i = 0; i < forces_.size(); ++i) {
    LaneArray lambda{};
    std::copy_n(forces_[i].force.data(), 3, lambda.data());
    contacts_.contacts()[i].block.add_forces(lambda, forces.total);
  }
}

void CompliantContacts::add_jacobian(const StageConditions& conditions, const Kinematics& bodies,
                                     LoadJacobian& jacobian) const {
  if (!pushes_) return;
  evaluate(conditions, bodies);
  for (std::size_t i = 0; i < forces_.size(); ++i) {
    const Contact& contact = contacts_.contacts()[i];
    Matrix3 stiffness = Matrix3::Zero();
    stiffness(0, 0) = forces_[i].stiffness;
    const auto add = [&](std::size_t one, std::size_t two) {
      const auto& at = contact.block.bodies;
      if (at[one] == ConstraintBlock::kWorld || at[two] == ConstraintBlock::kWorld) return;
      jacobian.add(at[one], at[two], product(contact, one, stiffness, two),
                   product(contact, one, forces_[i].damping, two));
    };
    add(0, 0);
    add(1, 1);
    add(0, 1);
  }
}

void CompliantContacts::finish(const StageConditions& conditions, const Kinematics& bodies) {
  evaluate(conditions, bodies);
  std::vector<Vector3> forces;
  for (const CompliantForce& of : forces_) forces.push_back(of.force);
  contacts_.set_forces(forces);
}

}  // namespace raftup::solver
