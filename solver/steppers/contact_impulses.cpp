#include "solver/steppers/contact_impulses.hpp"

#include <algorithm>

namespace raftup::solver {

ContactImpulses::ContactImpulses(ContactSet& contacts, const Model& model)
    : contacts_(contacts),
      problem_(model.bodies),
      step_(1e-9 * static_cast<double>(model.step_ns)) {}

void ContactImpulses::find(const Kinematics& bodies, const State& state, double now) {
  contacts_.find(bodies, state.contacts, state.inputs, now, step_);
  forces_.assign(contacts_.contacts().size(), Vector3::Zero());
  impulses_ = forces_;
  equations_.resize(forces_.size());
  measure_speeds(bodies);
}

std::vector<Vector3> ContactImpulses::measured(const Kinematics& bodies) const {
  std::vector<Vector3> speeds;
  if (empty()) return speeds;
  BodyVectors velocities(bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) velocities[i] = bodies[i].velocity;
  for (const Contact& contact : contacts_.contacts()) {
    const LaneArray of_block = contact.block.speeds(velocities);
    speeds.emplace_back(of_block[0], of_block[1], of_block[2]);
  }
  return speeds;
}

ContactMotion ContactImpulses::motion(std::size_t contact) const {
  return {step_, speeds_[contact][0], problem_.mobility(contact)};
}

bool ContactImpulses::struck(const ImpulseLaw& law) const {
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

void ContactImpulses::pose_blows(double share) {
  const std::vector<Contact>& contacts = contacts_.contacts();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    equations_[i] = blow_contact(contacts[i], motion(i), share);
    impulses_[i] = forces_[i] = Vector3::Zero();
  }
}

void ContactImpulses::pose_step(const ImpulseLaw& law) {
  const std::vector<Contact>& contacts = contacts_.contacts();
  for (std::size_t i = 0; i < contacts.size(); ++i) {
    equations_[i] = law.equation(contacts[i], motion(i));
    impulses_[i] = step_ * contacts[i].guess;
  }
  share_bearing_forces(contacts, equations_);
}

VectorXd ContactImpulses::solve(const MixedComplementarityProblem& joints, const VectorXd& guess,
                                const Kinematics& bodies, BodyVectors& wrenches) {
  ContactProblem::Solution solution =
      problem_.solve(joints, equations_, measured(bodies), guess, impulses_);
  impulses_ = std::move(solution.contacts);
  for (std::size_t i = 0; i < impulses_.size(); ++i) {
    forces_[i] += impulses_[i] / step_;
    LaneArray lambda{};
    std::copy_n(impulses_[i].data(), 3, lambda.data());
    contacts_.contacts()[i].block.add_forces(lambda, wrenches);
  }
  return std::move(solution.joints);
}

}  // namespace raftup::solver
