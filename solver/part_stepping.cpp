#include "solver/part_stepping.hpp"

#include <algorithm>

#include "hydro/error.hpp"
#include "solver/interactions/added_mass_assembly.hpp"
#include "solver/linear/definiteness.hpp"
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
std::vector<AddedMass> assemble(const Model& model, const Memories& memories,
                                const std::vector<AddedMassState>& interactions) {
  return assemble_added_masses(model, infinite_added_masses(memories), interactions);
}

}  // namespace

PartStepping::PartStepping(const ModelPart& part, const Memories& memories)
    : bodies_(part.bodies),
      owned_(part.owned),
      groups_(part.hydrodynamics),
      joints_(part.joints),
      loads_(part.loads),
      memories_(memories_of(part, memories)),
      model_(part.model),
      interactions_(part.added_mass_interactions),
      added_masses_(initial_added_masses(model_)),
      system_(model_, assemble(model_, memories_, added_masses_), memories_),
      stepper_kind_(model_.stepper.value_or(suitable_stepper(system_))),
      start_(system_, {bodies_, groups_, joints_, loads_}, steps_by_impulses(stepper_kind_)),
      load_states_(loads_.size()) {
  make_own_stepper();
  for (const auto& memory : memories_) {
    hydro_velocities_.emplace_back(VectorXd::Zero(memory->dof_count()));
  }
}

void PartStepping::make_own_stepper() {
  stepper_ = make_stepper(stepper_kind_, system_, model_);
  if (DampedStepper::has_damping(model_)) {
    stepper_ = std::make_unique<DampedStepper>(std::move(stepper_), system_, model_,
                                               assemble(model_, memories_, added_masses_));
  }
}

void PartStepping::initialise(State& state) {
  system_.release_acceleration_gains();
  Kinematics bodies = initial_kinematics(model_);
  system_.compute_momenta(bodies);
  system_.factorise(bodies);
  HeldConstraints(system_).project(bodies);
  const std::vector<JointState>& joint_states = system_.constraints().initial_states();
  for (std::size_t i = 0; i < joints_.size(); ++i) state.joints[joints_[i]] = joint_states[i];
  for (std::size_t i = 0; i < loads_.size(); ++i) {
    state.loads[loads_[i]] = system_.loads()[i]->initial_state();
  }
  for (const std::size_t i : owned_) {
    write_motion(bodies[i], state.bodies[bodies_[i]]);
  }
  if (system_.has_lumped_added_mass()) {
    state.accelerations.resize(state.bodies.size(), Vector6::Zero());
  }
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    VectorXd nu = VectorXd::Zero(memories_[i]->dof_count());
    system_.hydrodynamics()[i].hydro_velocities(bodies, nu);
    state.radiation[groups_[i]] = memories_[i]->initial_state(nu);
  }
}

bool PartStepping::take_added_masses(const State& state) {
  std::vector<AddedMassState> next;
  for (const std::size_t i : interactions_) next.push_back(state.added_masses[i]);
  if (next == added_masses_) return false;
  std::vector<AddedMass> terms = assemble(model_, memories_, next);
  if (const auto dof = find_indefinite_dof(model_.bodies, terms, kinematics_of(state))) {
    throw Error(
        ErrorCode::kInvalidArgument,
        "added mass must keep mass plus added mass positive definite, got " + dof->description);
  }
  system_.set_added_masses(model_.bodies, std::move(terms));
  added_masses_ = std::move(next);
  make_own_stepper();
  return true;
}

Kinematics PartStepping::kinematics_of(const State& state) const {
  Kinematics bodies(bodies_.size());
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    read_motion(state.bodies[bodies_[i]], bodies[i]);
  }
  return bodies;
}

void PartStepping::reform_momenta(State& state) {
  system_.release_acceleration_gains();
  Kinematics bodies = kinematics_of(state);
  system_.compute_momenta(bodies);
  for (const std::size_t i : owned_) state.bodies[bodies_[i]].momentum = bodies[i].momentum;
}

void PartStepping::settle(State& state) {
  system_.release_acceleration_gains();
  start_.move_to(state, start_.times());
  const Kinematics& bodies = start_.settle();
  for (const std::size_t i : owned_) {
    write_motion(bodies[i], state.bodies[bodies_[i]]);
  }
}

const Kinematics& PartStepping::end() const {
  return system_.has_acceleration_gains() ? end_without_gains_ : stepper_->end();
}

void PartStepping::compute(const State& state) {
  stepper_->compute(start_, state);
  if (system_.has_lumped_added_mass()) {
    const std::span<const Vector6> last = stepper_->last_accelerations();
    last_accelerations_ =
        last.empty() ? start_.accelerations(state) : BodyVectors(last.begin(), last.end());
  }
  if (system_.has_acceleration_gains()) {
    end_without_gains_ = stepper_->end();
    system_.add_gain_momenta(-1.0, end_without_gains_);
  }
  last_forces_ = start_.forces(state).total;
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    system_.hydrodynamics()[i].hydro_velocities(end(), hydro_velocities_[i]);
  }
  const StepTimes& times = start_.times();
  const StageTime at_end{hydro::Stage::kEnd, times.end, times.start};
  for (std::size_t i = 0; i < loads_.size(); ++i) {
    load_states_[i] = system_.loads()[i]->state_at({at_end, state}, end());
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
    write_motion(end()[i], body);
    body.added_force.setZero();
    body.last_force = last_forces_[i];
  }
  for (std::size_t i = 0; i < last_accelerations_.size(); ++i) {
    state.accelerations[bodies_[i]] = last_accelerations_[i];
  }
  for (std::size_t i = 0; i < groups_.size(); ++i) {
    memories_[i]->advance(state.radiation[groups_[i]], hydro_velocities_[i]);
  }
  for (std::size_t i = 0; i < loads_.size(); ++i) state.loads[loads_[i]] = load_states_[i];
}

}  // namespace raftup::solver
