#include "solver/part_stepping.hpp"

#include <algorithm>

#include "solver/interactions/added_mass_assembly.hpp"
#include "solver/steppers/damped_stepper.hpp"

namespace raftup::solver {

namespace {

using Memories = std::vector<std::shared_ptr<const hydro::RadiationMemory>>;

Memories memories_of(const ModelPart& part, const Memories& all) {
  Memories memories;
  for (const std::size_t group : part.hydrodynamics) memories.push_back(all[group]);
  return memories;
}

/// Added mass with the A_inf of the memories in use.
std::vector<AddedMass> added_masses_of(const ModelPart& part, const Memories& memories) {
  std::vector<MatrixXd> infinite;
  for (const auto& memory : memories) infinite.push_back(memory->infinite_added_mass());
  return assemble_added_masses(part.model, infinite);
}

void write_motion(const BodyKinematics& from, BodyState& to) noexcept {
  to.position = from.position;
  to.attitude = from.attitude;
  to.momentum = from.momentum;
  to.velocity = from.velocity;
}

}  // namespace

PartStepping::PartStepping(const ModelPart& part, const Memories& memories)
    : bodies_(part.bodies),
      owned_(part.owned),
      groups_(part.hydrodynamics),
      joints_(part.joints),
      loads_(part.loads),
      memories_(memories_of(part, memories)),
      initial_(initial_kinematics(part.model)),
      system_(part.model, added_masses_of(part, memories_), memories_),
      stepper_kind_(part.model.stepper.value_or(suitable_stepper(system_))),
      stepper_(
          make_stepper(stepper_kind_, system_, 1e-9 * static_cast<double>(part.model.step_ns))),
      start_(system_, {bodies_, groups_, joints_, loads_}, steps_by_impulses(stepper_kind_)) {
  if (DampedStepper::has_damping(part.model)) {
    stepper_ = std::make_unique<DampedStepper>(std::move(stepper_), system_, part.model,
                                               added_masses_of(part, memories_));
  }
  load_states_.resize(loads_.size());
  for (const auto& memory : memories_) {
    hydro_velocities_.push_back(VectorXd::Zero(memory->dof_count()));
  }
}

void PartStepping::initialise(State& state) {
  Kinematics bodies = initial_;
  system_.compute_momenta(bodies);
  system_.factorise(bodies);
  HeldConstraints(system_).project(bodies);
  const std::vector<JointState> joint_states = system_.constraints().initial_states();
  for (std::size_t i = 0; i < joints_.size(); ++i) state.joints[joints_[i]] = joint_states[i];
  for (std::size_t i = 0; i < loads_.size(); ++i) {
    state.loads[loads_[i]] = system_.loads()[i]->initial_state();
  }
  for (const std::size_t i : owned_) {
    write_motion(bodies[i], state.bodies[bodies_[i]]);
  }
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    VectorXd nu = VectorXd::Zero(memories_[i]->dof_count());
    system_.hydrodynamics()[i].hydro_velocities(bodies, nu);
    state.radiation[groups_[i]] = memories_[i]->initial_state(nu);
  }
}

void PartStepping::settle(State& state) {
  start_.move_to(state, start_.times());
  const Kinematics& bodies = start_.settle();
  for (const std::size_t i : owned_) {
    write_motion(bodies[i], state.bodies[bodies_[i]]);
  }
}

void PartStepping::compute(const State& state) {
  stepper_->compute(start_, state);
  last_forces_ = start_.forces(state).total;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    system_.hydrodynamics()[i].hydro_velocities(stepper_->end(), hydro_velocities_[i]);
  }
  const StepTimes& times = start_.times();
  const StageTime end{hydro::Stage::kEnd, times.end, times.start};
  for (std::size_t i = 0; i < loads_.size(); ++i) {
    load_states_[i] = system_.loads()[i]->state_at({end, state}, stepper_->end());
  }
}

void PartStepping::commit(State& state) noexcept {
  if (const VectorXd* multipliers = stepper_->multipliers()) {
    for (std::size_t joint = 0; joint < joints_.size(); ++joint) {
      std::vector<double>& of_joint = state.joints[joints_[joint]].multipliers;
      const double* first = multipliers->data() + system_.constraints().first_row(joint);
      std::copy(first, first + of_joint.size(), of_joint.begin());
    }
  }
  for (const std::size_t i : owned_) {
    BodyState& body = state.bodies[bodies_[i]];
    write_motion(stepper_->end()[i], body);
    body.added_force.setZero();
    body.last_force = last_forces_[i];
  }
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    memories_[i]->advance(state.radiation[groups_[i]], hydro_velocities_[i]);
  }
  for (std::size_t i = 0; i < loads_.size(); ++i) state.loads[loads_[i]] = load_states_[i];
}

}  // namespace raftup::solver
