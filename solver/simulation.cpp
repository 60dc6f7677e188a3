#include "solver/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "hydro/error.hpp"
#include "solver/changed_mass.hpp"
#include "solver/checks/violations.hpp"
#include "solver/input_samples.hpp"
#include "solver/interactions/added_mass_assembly.hpp"
#include "solver/model_digest.hpp"
#include "solver/model_findings.hpp"
#include "solver/outputs/output_reader.hpp"
#include "solver/simulation_parts.hpp"
#include "solver/statistics/statistics_recorder.hpp"

namespace raftup::solver {

namespace {

Model checked(Model model) {
  require_none(check(model));
  return model;
}

/// Steps that a state has behind it: their time can be told, and no memory is older.
void require_possible_counts(const State& state, std::int64_t step_ns) {
  const std::int64_t most_steps = std::numeric_limits<std::int64_t>::max() / step_ns / 2;
  const bool possible =
      state.step_index >= 0 && state.step_index <= most_steps &&
      std::all_of(state.radiation.begin(), state.radiation.end(),
                  [&](const auto& memory) {
                    return memory.sample_count >= 0 && memory.sample_count <= state.step_index;
                  }) &&
      possible_counts(state.statistics, state.step_index);
  if (possible) return;
  throw Error(ErrorCode::kFailedPrecondition,
              fmt::format("state must have a step index from 0 to {} and no older memory, got {}",
                          most_steps, state.step_index));
}

}  // namespace

class Simulation::Implementation {
 public:
  Implementation(Model model, hydro::FitCache* cache)
      : model_(checked(std::move(model))),
        digest_(digest(model_)),
        mass_properties_(mass_properties_of(model_.bodies)),
        radiation_(model_, cache),
        findings_(find_notable(model_)),
        parts_(make_parts(model_, radiation_)),
        outputs_(model_, parts_),
        statistics_(model_, outputs_),
        inputs_(list_inputs(model_)) {
    reset();
  }

  const Model& model() const { return model_; }
  const Radiation& radiation() const { return radiation_; }
  const hydro::Findings& findings() const { return findings_; }
  std::vector<PartReport> parts() const;
  const State& state() const { return state_; }
  const std::vector<Variable>& inputs() const { return inputs_; }
  const std::vector<Variable>& outputs() const { return outputs_.variables(); }

  void reset();
  void restore(const State& state);
  void step();
  void set_added_mass(const std::string& interaction, const AddedMassBlocks& blocks);
  void enable_added_mass(const std::string& interaction, bool enabled);
  void set_mass_properties(std::size_t body, const MassProperties& properties);
  std::int64_t input_look_ahead_ns(std::size_t input) const;
  void set_input_interpolation(std::size_t input, Interpolation interpolation);
  void check_input(std::size_t input, std::span<const double> values) const;
  void write_input(std::size_t input, std::int64_t time_ns, std::span<const double> values);
  void move_to(std::size_t body, const Pose& pose, double duration);
  void set_velocity(std::size_t body, const Vector6& velocity);
  void add_wrench(std::size_t body, const Vector3& force, const Vector3& torque);
  BodyView body(std::size_t body) const;
  double* read(std::size_t output, double* values) { return outputs_.read(output, state_, values); }
  StatisticsReport statistics() { return statistics_.report(state_); }

 private:
  std::int64_t time_ns() const { return state_.step_index * model_.step_ns; }
  double elevation_look_ahead(std::size_t input) const;
  void require_input(std::size_t input) const;
  std::size_t find_interaction(const std::string& name) const;
  void change_added_mass(std::size_t interaction, const AddedMassState& next);
  void take_system(const State& state);
  /// @returns the parts where anything changed
  std::vector<PartStepping*> take_added_masses(const State& state);
  void require_body(std::size_t body) const;
  void require_kinematic(std::size_t body) const;
  void commit() noexcept;
  void move_start() noexcept;
  void inputs_changed() noexcept;

  Model model_;
  std::uint64_t digest_;
  std::vector<MassProperties> mass_properties_;  ///< of the bodies at t = 0
  Radiation radiation_;
  hydro::Findings findings_;
  Parts parts_;
  OutputReader outputs_;
  StatisticsRecorder statistics_;
  std::vector<Variable> inputs_;
  State state_;
};

void Simulation::Implementation::move_start() noexcept {
  const StepTimes times(state_.step_index, model_.step_ns);
  for (const auto& part : parts_) part->move_to(state_, times);
}

void Simulation::Implementation::inputs_changed() noexcept {
  for (const auto& part : parts_) part->inputs_changed();
}

std::vector<PartReport> Simulation::Implementation::parts() const {
  std::vector<PartReport> reports;
  for (const auto& part : parts_) {
    reports.push_back({part->bodies(), part->joints(), part->stepper_kind()});
  }
  return reports;
}

void Simulation::Implementation::reset() {
  State state;
  state.model_digest = digest_;
  state.bodies.resize(model_.bodies.size());
  state.joints.resize(model_.joints.size());
  state.added_masses = initial_added_masses(model_);
  take_system(state);
  state.loads.resize(model_.loads.size());
  state.radiation.resize(model_.hydrodynamics.size());
  for (const auto& part : parts_) part->initialise(state);
  state.statistics = statistics_.initial_state();
  for (std::size_t i = 0; i < inputs_.size(); ++i) {
    state.inputs.emplace_back(inputs_[i].size, default_interpolation(model_.inputs[i]));
  }
  state_ = std::move(state);
  move_start();
}

void Simulation::Implementation::restore(const State& state) {
  if (state.model_digest != digest_) {
    throw Error(ErrorCode::kFailedPrecondition,
                fmt::format("state must belong to the model {:016x}, got {:016x}", digest_,
                            state.model_digest));
  }
  if (!same_shape(state, state_)) {
    throw Error(ErrorCode::kFailedPrecondition, "state must have the shape of its model");
  }
  require_possible_counts(state, model_.step_ns);
  take_system(state);
  state_ = state;
  move_start();
}

/// Makes the parts what a state says of masses and added masses, or throws and changes nothing.
void Simulation::Implementation::take_system(const State& state) {
  const std::vector<MassProperties>& wanted =
      state.mass_properties.empty() ? mass_properties_ : state.mass_properties;
  if (wanted == mass_properties_of(model_.bodies)) {
    take_added_masses(state);
    return;
  }
  Model changed = with_mass_properties(model_, wanted);
  Parts parts = make_parts(changed, radiation_);
  for (const auto& part : parts) part->take_added_masses(state);
  parts_ = std::move(parts);
  model_.bodies = std::move(changed.bodies);
  outputs_.bodies_changed();
}

void Simulation::Implementation::set_mass_properties(std::size_t body,
                                                     const MassProperties& properties) {
  require_body(body);
  State next = state_;
  if (next.mass_properties.empty()) next.mass_properties = mass_properties_;
  next.mass_properties[body] = properties;
  move_center(model_.bodies[body], properties.center_of_mass, next.bodies[body]);
  take_system(next);
  state_ = std::move(next);
  for (const auto& part : parts_) {
    const std::vector<std::size_t>& bodies = part->bodies();
    if (std::find(bodies.begin(), bodies.end(), body) != bodies.end()) {
      part->reform_momenta(state_);
    }
  }
  move_start();
}

std::vector<PartStepping*> Simulation::Implementation::take_added_masses(const State& state) {
  std::vector<PartStepping*> changed;
  try {
    for (const auto& part : parts_) {
      if (part->take_added_masses(state)) changed.push_back(part.get());
    }
  } catch (...) {
    for (PartStepping* part : changed) part->take_added_masses(state_);
    throw;
  }
  return changed;
}

std::size_t Simulation::Implementation::find_interaction(const std::string& name) const {
  for (std::size_t i = 0; i < model_.added_mass_interactions.size(); ++i) {
    if (model_.added_mass_interactions[i].name == name) return i;
  }
  throw Error(ErrorCode::kNotFound,
              fmt::format("added-mass interaction must exist in the model, got '{}'", name));
}

void Simulation::Implementation::change_added_mass(std::size_t interaction,
                                                   const AddedMassState& next) {
  const AddedMassState previous = std::exchange(state_.added_masses[interaction], next);
  try {
    for (PartStepping* part : take_added_masses(state_)) part->reform_momenta(state_);
  } catch (...) {
    state_.added_masses[interaction] = previous;
    throw;
  }
  move_start();
}

void Simulation::Implementation::set_added_mass(const std::string& interaction,
                                                const AddedMassBlocks& blocks) {
  const std::size_t i = find_interaction(interaction);
  AddedMassInteraction candidate = model_.added_mass_interactions[i];
  candidate.blocks = blocks;
  Violations violations;
  check_added_mass_interaction(
      model_, candidate, fmt::format("added_mass_interactions['{}']", interaction), violations);
  require_none(violations.list());
  change_added_mass(i, {state_.added_masses[i].enabled, blocks});
}

void Simulation::Implementation::enable_added_mass(const std::string& interaction, bool enabled) {
  const std::size_t i = find_interaction(interaction);
  change_added_mass(i, {enabled, state_.added_masses[i].blocks});
}

void Simulation::Implementation::step() {
  // Nothing of the state changes before the last line that can throw. What the step before led to
  // is sampled here, where every sample of inputs that it depends on is there.
  statistics_.sample(state_);
  for (const auto& part : parts_) part->compute(state_);
  commit();
}

void Simulation::Implementation::commit() noexcept {
  statistics_.add(state_);
  for (const auto& part : parts_) part->commit(state_);
  ++state_.step_index;
  for (std::size_t i = 0; i < state_.inputs.size(); ++i) {
    const auto window = static_cast<std::int64_t>(std::ceil(1e9 * elevation_look_ahead(i)));
    state_.inputs[i].forget_before(time_ns() - window);
  }
  move_start();
}

double Simulation::Implementation::elevation_look_ahead(std::size_t input) const {
  double longest = 0.0;
  for (const auto& part : parts_) {
    for (const HydrodynamicForces& group : part->system().hydrodynamics()) {
      longest = std::max(longest, group.elevation_look_ahead(input));
    }
  }
  return longest;
}

// What follows runs once a step and more: no message is made where none is needed.

void Simulation::Implementation::require_input(std::size_t input) const {
  if (input >= inputs_.size()) {
    throw Error(ErrorCode::kInvalidArgument,
                fmt::format("input must be one of {}, got index {}", inputs_.size(), input));
  }
}

std::int64_t Simulation::Implementation::input_look_ahead_ns(std::size_t input) const {
  require_input(input);
  return static_cast<std::int64_t>(std::ceil(1e9 * elevation_look_ahead(input))) +
         state_.inputs[input].look_ahead_ns();
}

void Simulation::Implementation::set_input_interpolation(std::size_t input,
                                                         Interpolation interpolation) {
  require_input(input);
  state_.inputs[input].set_interpolation(interpolation);
  inputs_changed();
}

void Simulation::Implementation::check_input(std::size_t input,
                                             std::span<const double> values) const {
  require_input(input);
  try {
    check_sample(model_, model_.inputs[input], values);
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("input '{}': {}", inputs_[input].name, error.what()));
  }
}

void Simulation::Implementation::write_input(std::size_t input, std::int64_t time_ns,
                                             std::span<const double> values) {
  require_input(input);
  const std::string& name = inputs_[input].name;
  // Before the first step nothing has been computed, so that an elevation may begin in the past.
  if (state_.step_index > 0 && time_ns < this->time_ns()) {
    throw Error(
        ErrorCode::kInvalidArgument,
        fmt::format("sample of input '{}' must not lie before the current time {} ns, got {} ns",
                    name, this->time_ns(), time_ns));
  }
  check_input(input, values);
  try {
    state_.inputs[input].append(time_ns, values);
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("input '{}': {}", name, error.what()));
  }
  inputs_changed();
}

void Simulation::Implementation::require_body(std::size_t body) const {
  if (body >= model_.bodies.size()) {
    throw Error(ErrorCode::kInvalidArgument,
                fmt::format("body must be one of {}, got index {}", model_.bodies.size(), body));
  }
}

BodyView Simulation::Implementation::body(std::size_t body) const {
  require_body(body);
  return {model_.bodies[body], state_.bodies[body]};
}

void Simulation::Implementation::add_wrench(std::size_t body, const Vector3& force,
                                            const Vector3& torque) {
  require_body(body);
  if (!force.allFinite() || !torque.allFinite()) {
    throw Error(ErrorCode::kInvalidArgument,
                fmt::format("force on body '{}' must be finite", model_.bodies[body].name));
  }
  state_.bodies[body].added_force.head<3>() += force;
  state_.bodies[body].added_force.tail<3>() += torque;
  move_start();
}

void Simulation::Implementation::require_kinematic(std::size_t body) const {
  require_body(body);
  require(model_.bodies[body].motion == Motion::kKinematic,
          fmt::format("body '{}' must be kinematic to be moved", model_.bodies[body].name));
}

void Simulation::Implementation::set_velocity(std::size_t body, const Vector6& velocity) {
  require_kinematic(body);
  require(velocity.allFinite(),
          fmt::format("velocity of body '{}' must be finite", model_.bodies[body].name));
  state_.bodies[body].velocity = velocity;
  for (const auto& part : parts_) {
    const std::vector<std::size_t>& bodies = part->bodies();
    if (std::find(bodies.begin(), bodies.end(), body) != bodies.end()) part->settle(state_);
  }
  move_start();
}

void Simulation::Implementation::move_to(std::size_t body, const Pose& pose, double duration) {
  require_kinematic(body);
  require(std::isfinite(duration) && duration > 0.0,
          fmt::format("duration of a motion must be positive, got {} s", duration));
  require_unit(pose.attitude);
  BodyKinematics from;
  read_motion(state_.bodies[body], from);
  set_velocity(body, velocity_towards(pose, from, model_.bodies[body].center_of_mass, duration));
}

Simulation::Simulation(Model model, hydro::FitCache* cache)
    : implementation_(std::make_unique<Implementation>(std::move(model), cache)) {}
Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

const Model& Simulation::model() const { return implementation_->model(); }
const std::vector<hydro::RadiationReport>& Simulation::radiation_reports() const {
  return implementation_->radiation().reports;
}
const hydro::Findings& Simulation::findings() const { return implementation_->findings(); }
std::vector<PartReport> Simulation::parts() const { return implementation_->parts(); }
const State& Simulation::state() const { return implementation_->state(); }
std::int64_t Simulation::time_ns() const { return state().step_index * model().step_ns; }
void Simulation::restore(const State& state) { implementation_->restore(state); }
void Simulation::reset() { implementation_->reset(); }
void Simulation::step() { implementation_->step(); }
void Simulation::set_added_mass(const std::string& interaction, const AddedMassBlocks& blocks) {
  implementation_->set_added_mass(interaction, blocks);
}
void Simulation::enable_added_mass(const std::string& interaction, bool enabled) {
  implementation_->enable_added_mass(interaction, enabled);
}
void Simulation::set_mass_properties(std::size_t body, double mass, const Matrix3& inertia,
                                     const Vector3& center_of_mass) {
  implementation_->set_mass_properties(body, {mass, center_of_mass, inertia});
}
const std::vector<Variable>& Simulation::inputs() const { return implementation_->inputs(); }
const std::vector<Variable>& Simulation::outputs() const { return implementation_->outputs(); }
std::int64_t Simulation::input_look_ahead_ns(std::size_t input) const {
  return implementation_->input_look_ahead_ns(input);
}
void Simulation::set_input_interpolation(std::size_t input, Interpolation interpolation) {
  implementation_->set_input_interpolation(input, interpolation);
}
void Simulation::check_input(std::size_t input, std::span<const double> values) const {
  implementation_->check_input(input, values);
}

void Simulation::write_input(std::size_t input, std::int64_t time_ns,
                             std::span<const double> values) {
  implementation_->write_input(input, time_ns, values);
}

void Simulation::move_to(std::size_t body, const Pose& pose, double duration) {
  implementation_->move_to(body, pose, duration);
}
void Simulation::set_velocity(std::size_t body, const Vector6& velocity) {
  implementation_->set_velocity(body, velocity);
}
void Simulation::add_force(std::size_t body, const Vector3& force) {
  implementation_->add_wrench(body, force, Vector3::Zero());
}
void Simulation::add_torque(std::size_t body, const Vector3& torque) {
  implementation_->add_wrench(body, Vector3::Zero(), torque);
}
void Simulation::add_force_at_point(std::size_t body, const Vector3& force, const Vector3& point) {
  const Vector3 arm = point - implementation_->body(body).center_of_mass();
  implementation_->add_wrench(body, force, arm.cross(force));
}
void Simulation::add_local_force_at_point(std::size_t body, const Vector3& force,
                                          const Vector3& point) {
  const BodyView view = implementation_->body(body);
  add_force_at_point(body, view.vector_to_world(force), view.point_to_world(point));
}
BodyView Simulation::body(std::size_t body) const { return implementation_->body(body); }
Vector6 Simulation::last_force(std::size_t body) const {
  (void)implementation_->body(body);
  return state().bodies[body].last_force;
}
Vector3 Simulation::gravity(std::size_t body) const {
  return gravity_at(model(), model().bodies[body], implementation_->body(body).center_of_mass());
}

void Simulation::read(std::span<const std::size_t> outputs, std::span<double> values) {
  std::size_t size = 0;
  for (const std::size_t output : outputs) {
    if (output >= this->outputs().size()) {
      throw Error(ErrorCode::kInvalidArgument, fmt::format("output must be one of {}, got index {}",
                                                           this->outputs().size(), output));
    }
    size += static_cast<std::size_t>(this->outputs()[output].size);
  }
  if (values.size() != size) {
    throw Error(
        ErrorCode::kInvalidArgument,
        fmt::format("place for the outputs must be {} numbers, got {}", size, values.size()));
  }
  double* next = values.data();
  for (const std::size_t output : outputs) next = implementation_->read(output, next);
}

StatisticsReport Simulation::statistics() { return implementation_->statistics(); }

}  // namespace raftup::solver
