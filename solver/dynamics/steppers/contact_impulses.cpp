#include "solver/dynamics/steppers/contact_impulses.hpp"

#include <algorithm>

#include "hydro/numerics/vector_width.hpp"

namespace raftup::solver {

namespace {

[[gnu::always_inline]] inline void measure_contacts(const std::vector<Contact>& contacts,
                                                    const BodyVectors& velocities,
                                                    std::vector<Vector3>& speeds) {
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const LaneArray of_block = contacts[i].block.speeds(velocities);
    speeds[i] = {of_block[0], of_block[1], of_block[2]};
  }
}

constexpr double kWorkRoundOff = 1e-9;  // of the solution of contacts

/// Adds G^T impulses to `wrenches`.
[[gnu::always_inline]] inline void push_by(const std::vector<Contact>& contacts,
                                           const std::vector<Vector3>& impulses,
                                           BodyVectors& wrenches) {
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    const Vector3& impulse = impulses[i];
    LaneArray lambda;
    lambda.lanes() = Lanes{impulse[0], impulse[1], impulse[2]};
    contacts[i].block.add_forces(lambda, wrenches);
  }
}

bool bounces(const Contact& contact) { return contact.law->restitution > 0.0; }

}  // namespace

ContactImpulses::ContactImpulses(ContactSet& contacts, const Model& model)
    : contacts_(contacts),
      problem_(model.bodies),
      step_(1e-9 * static_cast<double>(model.step_ns)),
      reports_residuals_(std::any_of(model.contact_readers.begin(), model.contact_readers.end(),
                                     [](const ContactReader& reader) { return reader.residual; })) {
}

void ContactImpulses::find(const Kinematics& bodies, const State& state, double now) {
  contacts_.find(bodies, state.contacts, state.inputs, now, step_);
  forces_.assign(contacts_.contacts().size(), Vector3::Zero());
  impulses_ = forces_;
  residuals_.assign(forces_.size(), 0.0);
  equations_.resize(forces_.size());
  if (bounce()) measure_speeds(bodies);
}

/// @param speeds receives the row speeds of all contacts [m/s]
void ContactImpulses::measure(const Kinematics& bodies, std::vector<Vector3>& speeds) {
  speeds.resize(contacts_.contacts().size());
  if (empty()) return;
  velocities_.resize(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) velocities_[i] = bodies[i].velocity;
  at_full_width<measure_contacts>(contacts_.contacts(), velocities_, speeds);
}

ContactMotion ContactImpulses::motion(std::size_t contact) const {
  return {step_, speeds_[contact][0], problem_.mobility(contact)};
}

bool ContactImpulses::struck(const ImpulseLaw& law) const {
  if (!bounce()) return false;
  const std::vector<Contact>& contacts = contacts_.contacts();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    if (law.strikes(contacts[i], speeds_[i][0])) return true;
  }
  return false;
}

void ContactImpulses::assemble(const ConstraintSet& joints, const Masses& masses,
                               const Kinematics& bodies) {
  problem_.assemble(joints.blocks(), contacts_.contacts(), masses, bodies);
  measure_speeds(bodies);
}

void ContactImpulses::formulate_impacts(double share) {
  const std::vector<Contact>& contacts = contacts_.contacts();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    equations_[i] = impact_contact(contacts[i], motion(i), share);
    impulses_[i] = Vector3::Zero();
  }
}

void ContactImpulses::formulate_step(const ImpulseLaw& law, double share) {
  const std::vector<Contact>& contacts = contacts_.contacts();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    equations_[i] = law.equation(contacts[i], motion(i));
    const bool approaches = contacts[i].gap > 0.0 && equations_[i].target < 0.0;
    if (bounces(contacts[i]) && !approaches) equations_[i].target *= share;
    impulses_[i] = step_ * contacts[i].guess;
  }
  share_bearing_forces(contacts, equations_);
}

VectorXd ContactImpulses::solve(const MixedComplementarityProblem& joints, const VectorXd& guess,
                                const Kinematics& bodies, BodyVectors& wrenches) {
  measure(bodies, free_speeds_);
  ContactProblem::Solution solution =
      problem_.solve(joints, equations_, free_speeds_, guess, impulses_);
  impulses_ = std::move(solution.contacts);
  last_residuals_ = std::move(solution.residuals);
  at_full_width<push_by>(contacts_.contacts(), impulses_, wrenches);
  return std::move(solution.joints);
}

bool ContactImpulses::bounce() const {
  return std::any_of(contacts_.contacts().begin(), contacts_.contacts().end(), bounces);
}

bool ContactImpulses::bounces_bring_energy(const Kinematics& end, double share) {
  measure(end, end_speeds_);
  double work = 0.0, size = 0.0, fastest = 0.0;
  for (std::size_t i = 0; i < equations_.size(); ++i) {
    if (!bounces(contacts_.contacts()[i])) continue;
    fastest = std::max(fastest, equations_[i].target);
    const Vector3 before = speeds_[i] + (2.0 * share - 1.0) * (free_speeds_[i] - speeds_[i]);
    const Vector2& surface = equations_[i].tangent_target;
    work += impulses_[i].dot(0.5 * (end_speeds_[i] + before)) - impulses_[i].tail<2>().dot(surface);
    size += std::abs(impulses_[i].dot(end_speeds_[i] - free_speeds_[i]));
  }
  return fastest > kRestingContactSpeed && work > kWorkRoundOff * size;
}

void ContactImpulses::keep() {
  for (std::size_t i = 0; i < forces_.size(); ++i) {
    forces_[i] += impulses_[i] / step_;
    residuals_[i] = std::max(residuals_[i], last_residuals_[i]);
  }
}

void ContactImpulses::write_forces() {
  contacts_.set_forces(forces_);
  if (!reports_residuals_) return;
  const std::vector<Contact>& contacts = contacts_.contacts();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    double& of_pair = contacts_.pairs()[contacts[i].pair].residual;
    of_pair = std::max(of_pair, residuals_[i]);
  }
}

}  // namespace raftup::solver
