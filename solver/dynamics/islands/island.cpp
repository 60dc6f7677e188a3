#include "solver/dynamics/islands/island.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "hydro/base/error.hpp"
#include "solver/description/fields.hpp"
#include "solver/dynamics/steppers/damped_stepper.hpp"
#include "solver/dynamics/steppers/instant_forces.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"
#include "solver/water/masses/system_matrix.hpp"

namespace raftup::solver {

namespace {

using Known = StepStart::Known;

Island::Memories memories_of(const ModelPart& part, const Island::Memories& all) {
  Island::Memories memories;
  for (const std::size_t group : part.hydrodynamics) memories.push_back(all[group]);
  return memories;
}

/// The added masses of an island, with the A_inf of its radiation memories.
std::vector<AddedMass> assemble(const Model& model, const Island::Memories& memories,
                                const std::vector<AddedMassState>& interactions) {
  return assemble_added_masses(model, infinite_added_masses(memories), interactions);
}

/// Reads the motion of the bodies of a part from a state.
void read_motions(const ModelPart& part, const State& state, Kinematics& bodies) noexcept {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    read_motion(state.bodies[part.bodies[i]], bodies[i]);
  }
}

/// Sets the given axes of families of databases at the start of a step.
void set_axes(const MultibodySystem& system, double now, const State& state, Kinematics& bodies) {
  system.axes.impose({{hydro::Stage::kStart, now, now}, state}, bodies);
}

/// Writes the multipliers of the joints of a part to a state.
/// @param multipliers of the rows of all joints of the part
void write_multipliers(const ModelPart& part, const ConstraintSet& constraints,
                       const VectorXd& multipliers, State& state) noexcept {
  for (std::size_t joint = 0; joint < part.joints.size(); ++joint) {
    std::vector<double>& of_joint = state.joints[part.joints[joint]].multipliers;
    const double* first = multipliers.data() + constraints.first_row(joint);
    std::copy(first, first + of_joint.size(), of_joint.begin());
  }
}

/// Requires that poses and momenta at the end of a step are within the range of numbers.
/// @throws SolverFailure with the name of the body that is out of range
void require_within_range(const Kinematics& bodies, const ModelPart& part) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    // The sum is within the range only if every term is, but for round-off.
    const double sum =
        bodies[i].position.sum() + bodies[i].attitude.coeffs().sum() + bodies[i].momentum.sum();
    if (std::abs(sum) <= kLargestState) continue;  // false of what is no number
    throw SolverFailure(fmt::format("pose and momentum of body '{}' must stay below {:g}",
                                    part.model.bodies[i].name, kLargestState));
  }
}

}  // namespace

Island::Island(const ModelPart& part, const Memories& memories)
    : part_(part),
      memories_(memories_of(part, memories)),
      added_masses_(initial_added_masses(part_.model)),
      system_(part_.model, assemble(part_.model, memories_, added_masses_), memories_,
              {part_.bodies, part_.hydrodynamics, part_.loads, part_.machines}),
      motions_(part_.model),
      held_(system_.masses, system_.constraints),
      stepper_kind_(choose_stepper(part_.model, system_)),
      start_(part_.bodies.size(), system_.constraints.row_count()) {
  make_own_stepper();
}

void Island::make_own_stepper() {
  stepper_ = make_stepper(stepper_kind_, system_, part_.model);
  if (DampedStepper::has_damping(part_.model)) {
    stepper_ = std::make_unique<DampedStepper>(std::move(stepper_), system_, part_.model,
                                               assemble(part_.model, memories_, added_masses_));
  }
}

void Island::use_stepper(StepperKind kind) {
  stepper_kind_ = kind;
  make_own_stepper();
}

void Island::initialize(State& state, const Kinematics* start) {
  system_.masses.held().release();
  Kinematics bodies = initial_kinematics(part_.model);
  for (std::size_t i = 0; start != nullptr && i < bodies.size(); ++i) {
    if (part_.model.bodies[i].motion != Motion::kDynamic) continue;  // moves as it is told
    bodies[i] = (*start)[part_.bodies[i]];
  }
  system_.axes.begin(bodies);
  system_.masses.compute_momenta(bodies);
  system_.masses.factorize(bodies);
  held_.project(bodies);
  const std::vector<JointState>& joint_states = system_.constraints.states().initial();
  for (std::size_t i = 0; i < part_.joints.size(); ++i) {
    JointState& joint = state.joints[part_.joints[i]];
    joint = joint_states[i];
    if (start != nullptr) settle_drives(system_.constraints.joints()[i], bodies, joint);
  }
  system_.machines.initialize(bodies, state);
  system_.loads.initialize(bodies, state);
  for (const std::size_t i : part_.owned) {
    write_motion(bodies[i], state.bodies[part_.bodies[i]]);
  }
  if (system_.masses.is_lumped()) {
    state.accelerations.resize(state.bodies.size(), Vector6::Zero());
  }
}

bool Island::set_added_masses(const std::vector<AddedMassState>& interactions, const State& state) {
  std::vector<AddedMassState> next;
  for (const std::size_t i : part_.added_mass_interactions) next.push_back(interactions[i]);
  if (next == added_masses_) return false;
  const Model& model = part_.model;
  std::vector<AddedMass> terms = assemble(model, memories_, next);
  Kinematics bodies(part_.bodies.size());
  read_motions(part_, state, bodies);
  set_axes(system_, start_.times.start, state, bodies);
  if (const auto dof = find_indefinite_dof(model.bodies, terms, bodies)) {
    throw Error(
        ErrorCode::kInvalidArgument,
        "added mass must keep mass plus added mass positive definite, got " + dof->description);
  }
  system_.masses.replace_added_masses(model.bodies, std::move(terms));
  added_masses_ = std::move(next);
  make_own_stepper();
  return true;
}

void Island::reform_momenta(State& state) {
  system_.masses.held().release();
  Kinematics bodies(part_.bodies.size());
  read_motions(part_, state, bodies);
  set_axes(system_, start_.times.start, state, bodies);
  system_.masses.compute_momenta(bodies);
  for (const std::size_t i : part_.owned) {
    state.bodies[part_.bodies[i]].momentum = bodies[i].momentum;
  }
}

void Island::follow_kinematic_bodies(State& state) {
  system_.masses.held().release();
  move_to(state, start_.times);
  set_axes(system_, start_.times.start, state, start_.bodies);
  system_.loads.switch_loads(state.inputs, start_.times.start);
  if (system_.masses.held().has_load_masses()) hold_load_masses(state);
  project_start();
  if (system_.masses.held().has_load_masses()) system_.masses.add_held_momenta(-1.0, start_.bodies);
  for (const std::size_t i : part_.owned) {
    write_motion(start_.bodies[i], state.bodies[part_.bodies[i]]);
  }
}

void Island::move_to(const State& state, const StepTimes& times) noexcept {
  start_.times = times;
  read_motions(part_, state, start_.bodies);
  ConstraintSet& constraints = system_.constraints;
  for (std::size_t i = 0; i < part_.joints.size(); ++i) {
    const JointState& joint = state.joints[part_.joints[i]];
    constraints.configure(i, joint);
    if (!steps_by_impulses(stepper_kind_)) continue;
    std::copy(joint.multipliers.begin(), joint.multipliers.end(),
              start_.last_multipliers.data() + constraints.first_row(i));
  }
  system_.loads.begin();
  start_.known = Known::kState;
}

void Island::inputs_changed() noexcept {
  system_.loads.inputs_changed();
  start_.known = Known::kState;
}

void Island::project_start() {
  system_.masses.compute_velocities(start_.bodies);
  held_.project(start_.bodies);
}

void Island::apply_inputs(const State& state) {
  system_.constraints.apply(state.inputs, start_.times.start);
  system_.loads.switch_loads(state.inputs, start_.times.start);
  set_axes(system_, start_.times.start, state, start_.bodies);
  if (system_.masses.held().any()) {
    read_motions(part_, state, start_.bodies);
    system_.masses.held().apply_gains(state.inputs, start_.times.start);
    hold_load_masses(state);
  }
  if (!motions_.empty() || !system_.motions.empty()) apply_motions(state);
  // Momenta last where the added mass changes with a given axis.
  if (!system_.axes.empty()) project_start();
}

/// Sets the added mass of loads at the start of the step, and adds the momenta of all held masses.
void Island::hold_load_masses(const State& state) {
  const double now = start_.times.start;
  const StageTime at{hydro::Stage::kStart, now, now};
  std::vector<LoadMass> masses;
  system_.loads.prepare_added_masses(start_.times, state, start_.bodies);
  system_.loads.added_masses({at, state}, start_.bodies, masses);
  system_.masses.held().set_load_masses(masses);
  system_.masses.add_held_momenta(1.0, start_.bodies);
}

void Island::apply_motions(const State& state) {
  if (!system_.masses.held().any()) read_motions(part_, state, start_.bodies);
  system_.loads.begin();
  const bool imposed = system_.motions.impose(start_.times.start, start_.bodies);
  if (motions_.apply(state.inputs, start_.times.start, start_.bodies) || imposed) project_start();
}

const StepStart& Island::start(const State& state, StepStart::Known wanted) {
  while (start_.known < wanted) {
    switch (start_.known) {
      case Known::kState:
        apply_inputs(state);
        start_.known = Known::kInputs;
        break;
      case Known::kInputs:
        compute_forces(state);
        start_.known = Known::kForces;
        break;
      case Known::kForces:
        compute_reactions(state);
        start_.known = Known::kReactions;
        break;
      default:
        compute_accelerations();
        start_.known = Known::kAccelerations;
    }
  }
  return start_;
}

void Island::compute_forces(const State& state) {
  const double now = start_.times.start;
  system_.loads.prepare(start_.times, state, start_.bodies);
  system_.loads.compute({hydro::Stage::kStart, now, now}, state, start_.bodies, start_.forces);
  if (!state.accelerations.empty()) {
    BodyVectors last(start_.bodies.size());
    for (std::size_t i = 0; i < last.size(); ++i) last[i] = state.accelerations[part_.bodies[i]];
    system_.masses.add_lumped_remainders(start_.bodies, last, start_.forces.total);
  }
  system_.masses.compute_momentum_rates(start_.bodies, start_.forces.total, now,
                                        start_.free_momentum_rates);
}

void Island::compute_reactions(const State& state) {
  start_.momentum_rates = start_.free_momentum_rates;
  ConstraintSet& constraints = system_.constraints;
  const bool by_impulses = steps_by_impulses(stepper_kind_);
  const bool stepped = state.step_index > 0;
  if (!constraints.empty() && by_impulses && stepped) {
    constraints.evaluate(start_.bodies);
    start_.multipliers = start_.last_multipliers;
    constraints.add_forces(start_.multipliers, start_.momentum_rates);
  }
  if (!system_.contacts.empty()) {
    system_.contacts.add_forces(state.contacts, start_.bodies, start_.momentum_rates);
  }
  system_.machines.add_forces(state, start_.bodies, start_.momentum_rates);
  if (!constraints.empty() && !by_impulses) {  // they hold against contacts, too
    system_.masses.factorize(start_.bodies);
    held_.add_forces(start_.bodies, start_.momentum_rates);
    start_.multipliers = held_.multipliers();
  }
  if (!constraints.empty() && by_impulses && !stepped) {
    system_.masses.factorize(start_.bodies);
    add_instant_forces(start_.bodies, system_.masses, constraints, start_.momentum_rates,
                       start_.multipliers);
  }
  for (std::size_t i = 0; i < start_.reactions.size(); ++i) {
    start_.reactions[i] = start_.momentum_rates[i] - start_.free_momentum_rates[i];
  }
}

void Island::compute_accelerations() {
  Masses& masses = system_.masses;
  masses.factorize(start_.bodies);
  masses.solve_accelerations(start_.bodies, start_.momentum_rates, start_.accelerations);
  masses.compute_added_mass_forces(start_.bodies, start_.accelerations, start_.added_mass_forces);
  masses.compute_total_forces(start_.bodies, start_.forces.total, start_.reactions,
                              start_.accelerations, start_.times.start, start_.total_forces);
}

Energy Island::energy(const State& state) {
  start(state, Known::kAccelerations);
  const double now = start_.times.start;
  const StageTime at{hydro::Stage::kStart, now, now};
  const Potential potential = system_.loads.potential({at, state}, start_.bodies);
  Energy energy{system_.masses.kinetic_energy(start_.bodies), potential.energy, potential.rate};
  energy.power += system_.masses.power_of_added_mass(start_.bodies, start_.accelerations, now);
  energy.power += system_.loads.added_mass_power({at, state}, start_.bodies);
  for (std::size_t i = 0; i < start_.bodies.size(); ++i) {
    const RigidBody& body = part_.model.bodies[i];
    if (body.motion != Motion::kDynamic) continue;
    const Vector6& v = start_.bodies[i].velocity;
    energy.power += v.dot(start_.forces.total[i] + start_.reactions[i]);
    const Matrix6 damping = turned(velocity_damping(body), start_.bodies[i].rotation);
    energy.power -= v.dot(damping * v);
  }
  return energy;
}

StageTime Island::prepare_start(const State& state) {
  start(state, Known::kInputs);
  system_.loads.prepare(start_.times, state, start_.bodies);
  return {hydro::Stage::kStart, start_.times.start, start_.times.start};
}

void Island::read_load_outputs(std::size_t load, const State& state, std::span<double> outputs) {
  const StageTime at = prepare_start(state);
  system_.loads.read_load(load, {at, state}, start_.bodies, outputs);
}

LoadReading Island::read_load(std::size_t load, const State& state) {
  const StageTime at = prepare_start(state);
  Forces forces(start_.bodies.size());
  forces.set_zero();
  system_.loads.add_load(load, {at, state}, start_.bodies, forces);
  const std::vector<std::string> named = bodies_of(part_.model.loads[load]);
  const auto first = std::find_if(named.begin(), named.end(),
                                  [](const std::string& body) { return !body.empty(); });
  LoadReading reading{forces.total[find_body(part_.model, *first)]};
  for (std::size_t i = 0; i < start_.bodies.size(); ++i) {
    reading.power += start_.bodies[i].velocity.dot(forces.total[i]);
  }
  return reading;
}

void Island::assume_accelerations(const State& state, const BodyVectors& accelerations) {
  start(state, Known::kForces);
  start_.multipliers.setZero();
  std::fill(start_.reactions.begin(), start_.reactions.end(), Vector6::Zero());
  start_.accelerations = accelerations;
  start_.known = Known::kAccelerations;
}

const Kinematics& Island::end() const {
  return system_.masses.held().any() ? outcome_.end_without_held : stepper_->end();
}

void Island::compute(const State& state) {
  const bool lumped = system_.masses.is_lumped();
  start(state, lumped ? Known::kAccelerations : stepper_->needs());
  stepper_->compute(start_, state);
  require_within_range(stepper_->end(), part_);
  if (lumped) {
    const std::span<const Vector6> last = stepper_->last_accelerations();
    outcome_.accelerations =
        last.empty() ? start_.accelerations : BodyVectors(last.begin(), last.end());
  }
  if (system_.masses.held().any()) {
    outcome_.end_without_held = stepper_->end();
    system_.masses.add_held_momenta(-1.0, outcome_.end_without_held);
  }
  outcome_.loads = start_.forces.total;
  outcome_.machines.assign(stepper_->machines().begin(), stepper_->machines().end());
  find_drive_ends(system_.constraints, end(), start_.times.end - start_.times.start,
                  outcome_.drives);
  const StageTime at_end{hydro::Stage::kEnd, start_.times.end, start_.times.start};
  system_.loads.finish({at_end, state}, end());
}

void Island::commit(State& state) noexcept {
  if (const VectorXd* multipliers = stepper_->multipliers()) {
    write_multipliers(part_, system_.constraints, *multipliers, state);
  }
  for (std::size_t i = 0; i < part_.joints.size(); ++i) {
    JointState& joint = state.joints[part_.joints[i]];
    joint.angles.swap(outcome_.drives.angles[i]);
    joint.forces.swap(outcome_.drives.forces[i]);
  }
  for (std::size_t i = 0; i < outcome_.machines.size(); ++i) {
    std::swap(state.machines[part_.machines[i]], outcome_.machines[i]);
  }
  for (const std::size_t i : part_.owned) {
    BodyState& body = state.bodies[part_.bodies[i]];
    write_motion(end()[i], body);
    body.last_force = outcome_.loads[i];
  }
  for (std::size_t i = 0; i < outcome_.accelerations.size(); ++i) {
    state.accelerations[part_.bodies[i]] = outcome_.accelerations[i];
  }
  if (!system_.contacts.empty()) state.contacts.swap(system_.contacts.pairs());
  system_.loads.commit(state);
}

}  // namespace raftup::solver
