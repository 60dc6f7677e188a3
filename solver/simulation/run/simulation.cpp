#include "solver/simulation/run/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "solver/contacts/contact_events.hpp"
#include "solver/contacts/shape_world.hpp"
#include "solver/description/fields.hpp"
#include "solver/model/bodies/rotation.hpp"
#include "solver/model/model.hpp"
#include "solver/simulation/checks/model_checks.hpp"
#include "solver/simulation/findings/model_findings.hpp"
#include "solver/simulation/inputs/input_sources.hpp"
#include "solver/simulation/limits/contacts_at_start.hpp"
#include "solver/simulation/limits/run_limits.hpp"
#include "solver/simulation/outputs/output_reader.hpp"
#include "solver/simulation/run/changed_mass.hpp"
#include "solver/simulation/run/event_watch.hpp"
#include "solver/simulation/run/simulated_model.hpp"
#include "solver/simulation/statistics/statistics_recorder.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"

namespace raftup::solver {

namespace {

/// Checks that the step index of a state has a time that can be represented, and that no memory in
/// the state has more samples than steps.
void require_possible_counts(const State& state, std::int64_t step_ns) {
  const std::int64_t most_steps = std::numeric_limits<std::int64_t>::max() / step_ns / 2;
  const auto is_young = [&](const hydro::MemoryState& memory) {
    return memory.sample_count >= 0 && memory.sample_count <= state.step_index;
  };
  const bool possible =
      state.step_index >= 0 && state.step_index <= most_steps &&
      std::all_of(state.radiation.begin(), state.radiation.end(), is_young) &&
      std::all_of(state.field_memories.begin(), state.field_memories.end(), is_young) &&
      possible_counts(state.statistics, state.step_index);
  if (possible) return;
  throw Error(ErrorCode::kFailedPrecondition,
              fmt::format("state must have a step index from 0 to {} and no older memory, got {}",
                          most_steps, state.step_index));
}

void require_possible_contacts(const ContactPairs& pairs, std::size_t shape_count) {
  std::pair<std::uint64_t, std::uint64_t> last{0, 0};
  for (const ContactPairState& pair : pairs) {
    const std::pair shapes(pair.shape1, pair.shape2);
    if (last < shapes && pair.shape1 < pair.shape2 && pair.shape2 < shape_count) {
      last = shapes;
      continue;
    }
    throw Error(ErrorCode::kFailedPrecondition,
                fmt::format("state must have contacts of its model's {} shapes in order, got {} "
                            "and {}",
                            shape_count, pair.shape1, pair.shape2));
  }
}

void require_input(std::size_t input, const std::vector<Variable>& inputs) {
  if (input >= inputs.size()) {
    throw Error(ErrorCode::kInvalidArgument,
                fmt::format("input must be one of {}, got index {}", inputs.size(), input));
  }
}

std::int64_t look_ahead_ns(const Islands& islands, std::size_t input) {
  return to_integer<std::int64_t>(std::ceil(1e9 * islands.look_ahead(input)), "look-ahead in ns");
}

/// A function that returns the look-ahead of each input of the model [ns].
InputSources::LookAhead look_aheads_ns(SimulatedModel& simulated) {
  return [islands = &simulated.islands()](std::size_t input) {
    return look_ahead_ns(*islands, input);
  };
}

/// Prepares the islands for a step that begins at a state.
void move_start(SimulatedModel& simulated, const State& state) noexcept {
  simulated.islands().move_to(state, StepTimes(state.step_index, simulated.model().step_ns));
}

}  // namespace

struct Simulation::Observers {
  Observers(const Model& model, Islands& islands)
      : inputs(list_inputs(model)),
        sources(model),
        outputs(model, islands),
        events(model, outputs),
        statistics(model, outputs),
        contact_events(model) {}

  std::vector<Variable> inputs;
  InputSources sources;
  OutputReader outputs;
  EventWatch events;
  StatisticsRecorder statistics;
  ContactEvents contact_events;
  std::optional<RunLimits> limits;   ///< limits of validity; set before the first step
  std::optional<ShapeWorld> shapes;  ///< none until shapes() is called
};

Simulation::Simulation(Model model, hydro::FitCache* cache, DefectMemory* meshes, MemoryJudge judge)
    : simulated_(std::make_unique<SimulatedModel>(std::move(model), cache)),
      findings_(find_notable(this->model(), meshes)),
      observers_(std::make_unique<Observers>(this->model(), simulated_->islands())) {
  if (const auto& start = simulated_->balanced_start()) {
    findings_.insert(findings_.end(), start->findings.begin(), start->findings.end());
  }
  const ContactsAtStart contacts(simulated_->islands(), simulated_->start());
  observers_->limits.emplace(this->model(), contacts);
  reset();
  if (judge != nullptr) simulated_->judge_memories(judge);
  add_memory_findings(this->model(), radiation_reports(), findings_);
  if (choose_stable_steppers(simulated_->islands(), state_, findings_)) reset();
  add_step_findings(simulated_->islands(), state_, findings_);
  add_stepper_findings(this->model(), simulated_->islands(), findings_);
  add_overlap_findings(this->model(), contacts, findings_);
  add_rest_findings(this->model(), simulated_->islands(), contacts, state_, findings_);
  add_line_findings(this->model(), simulated_->islands(), state_, findings_);
}

Simulation::~Simulation() = default;
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;

const Model& Simulation::model() const { return simulated_->model(); }

const std::vector<Variable>& Simulation::inputs() const { return observers_->inputs; }

const std::vector<hydro::RadiationReport>& Simulation::radiation_reports() const {
  return simulated_->radiation_reports();
}

std::int64_t Simulation::time_ns() const { return state_.step_index * model().step_ns; }

std::vector<IslandReport> Simulation::islands() const {
  std::vector<IslandReport> reports;
  for (const auto& island : simulated_->islands().all()) {
    reports.push_back({island->part().bodies, island->part().joints, island->stepper_kind()});
  }
  return reports;
}

const std::vector<Variable>& Simulation::outputs() const { return observers_->outputs.variables(); }

BodyView Simulation::body(std::size_t body) const {
  if (body >= model().bodies.size()) {
    throw Error(ErrorCode::kInvalidArgument,
                fmt::format("body must be one of {}, got index {}", model().bodies.size(), body));
  }
  return {model().bodies[body], state_.bodies[body]};
}

void Simulation::reset() {
  State state;
  state.model_digest = simulated_->digest();
  state.bodies.resize(model().bodies.size());
  state.joints.resize(model().joints.size());
  state.added_masses = initial_added_masses(model());
  set_masses(state);
  state.loads.resize(model().loads.size());
  state.machines.resize(model().machines.size());
  state.radiation.resize(model().hydrodynamics.size());
  simulated_->islands().initialize(state, simulated_->start());
  state.statistics = observers_->statistics.initial_state();
  state.events = observers_->events.initial_states();
  for (std::size_t i = 0; i < inputs().size(); ++i) {
    state.inputs.emplace_back(inputs()[i].size, interpolation_of(model().inputs[i]));
  }
  observers_->sources.feed(0, look_aheads_ns(*simulated_), state.inputs);
  observers_->limits->watch_start(state);
  observers_->contact_events.forget();
  state_ = std::move(state);
  move_start(*simulated_, state_);
}

void Simulation::restore(const State& state) {
  if (state.model_digest != simulated_->digest()) {
    throw Error(ErrorCode::kFailedPrecondition,
                fmt::format("state must belong to the model {:016x}, got {:016x}",
                            simulated_->digest(), state.model_digest));
  }
  State next = state;
  if (next.bodies.size() == state_.bodies.size() && next.loads.size() == state_.loads.size()) {
    simulated_->islands().renew_loads(next);
  }
  if (!same_shape(next, state_)) {
    throw Error(ErrorCode::kFailedPrecondition, "state must have the shape of its model");
  }
  require_possible_counts(next, model().step_ns);
  require_possible_contacts(next.contacts, model().shapes.size());
  observers_->limits->require_possible(next);
  require_possible_nodes(next, simulated_->memories());
  set_masses(next);
  observers_->contact_events.forget();
  state_ = std::move(next);
  move_start(*simulated_, state_);
}

void Simulation::set_masses(const State& state) {
  if (!simulated_->set_masses(state, state_)) return;
  observers_->shapes.reset();
  observers_->outputs.bodies_changed();
  observers_->limits->bodies_changed();
}

void Simulation::set_mass_properties(std::size_t body, double mass, const Matrix3& inertia,
                                     const Vector3& center_of_mass) {
  (void)this->body(body);  // exists
  State next = state_;
  if (next.mass_properties.empty()) next.mass_properties = simulated_->given_masses();
  next.mass_properties[body] = {mass, center_of_mass, inertia};
  move_center(model().bodies[body], center_of_mass, next.bodies[body]);
  set_masses(next);
  state_ = std::move(next);
  for (Island* island : simulated_->islands().with_body(body)) island->reform_momenta(state_);
  move_start(*simulated_, state_);
}

void Simulation::change_added_mass(std::size_t interaction, const AddedMassState& next) {
  std::vector<AddedMassState> all = state_.added_masses;
  all[interaction] = next;
  const std::vector<Island*> changed = simulated_->islands().set_added_masses(all, state_, state_);
  state_.added_masses = std::move(all);
  for (Island* island : changed) island->reform_momenta(state_);
  move_start(*simulated_, state_);
}

void Simulation::set_added_mass(const std::string& interaction, const AddedMassBlocks& blocks) {
  const std::size_t i = find_added_mass_interaction(model(), interaction);
  AddedMassInteraction candidate = model().added_mass_interactions[i];
  candidate.blocks = blocks;
  Violations violations;
  check_added_mass_interaction(
      model(), candidate, fmt::format("added_mass_interactions['{}']", interaction), violations);
  require_none(violations.list());
  change_added_mass(i, {state_.added_masses[i].enabled, blocks});
}

void Simulation::enable_added_mass(const std::string& interaction, bool enabled) {
  const std::size_t i = find_added_mass_interaction(model(), interaction);
  change_added_mass(i, {enabled, state_.added_masses[i].blocks});
}

void Simulation::step() {
  // Nothing of the state changes before the last line that can throw, or it is taken back. What the
  // step before led to is sampled here, where every sample of inputs that it depends on is there.
  observers_->sources.require_samples(time_ns(), look_aheads_ns(*simulated_));
  observers_->statistics.sample(state_);
  const EventsBefore before(state_);
  try {
    if (observers_->events.fire(state_)) simulated_->islands().inputs_changed();
    if (auto end = observers_->events.end_of(state_)) {
      throw RunEnded(std::move(*end), observers_->events.fired());
    }
    simulated_->islands().compute(state_);
  } catch (...) {
    if (before.take_back(state_)) simulated_->islands().inputs_changed();
    throw;
  }
  observers_->contact_events.before(state_);
  commit();
}

void Simulation::commit() noexcept {
  Islands& islands = simulated_->islands();
  observers_->statistics.add(state_);
  islands.commit(state_);
  ++state_.step_index;
  for (std::size_t i = 0; i < state_.inputs.size(); ++i) {
    state_.inputs[i].forget_before(time_ns() - look_ahead_ns(islands, i));
  }
  observers_->sources.feed(time_ns(), look_aheads_ns(*simulated_), state_.inputs);
  observers_->limits->watch(state_);
  observers_->contact_events.after(state_);
  move_start(*simulated_, state_);
}

// What follows runs once a step and more: no message is made where none is needed.

std::int64_t Simulation::input_look_ahead_ns(std::size_t input) const {
  require_input(input, inputs());
  return look_ahead_ns(simulated_->islands(), input) + state_.inputs[input].look_ahead_ns();
}

void Simulation::set_input_interpolation(std::size_t input, Interpolation interpolation) {
  require_input(input, inputs());
  state_.inputs[input].set_interpolation(interpolation);
  simulated_->islands().inputs_changed();
}

void Simulation::check_input(std::size_t input, std::span<const double> values) const {
  require_input(input, inputs());
  try {
    check_sample(model(), model().inputs[input], values);
  } catch (const Error& error) {
    throw Error(error.code(), fmt::format("input '{}': {}", inputs()[input].name, error.what()));
  }
}

void Simulation::write_input(std::size_t input, std::int64_t time_ns,
                             std::span<const double> values) {
  require_input(input, inputs());
  const std::string& name = inputs()[input].name;
  if (model().inputs[input].is_owned()) {
    throw Error(ErrorCode::kInvalidArgument,
                fmt::format("input '{}' must not be written: {} in the model", name,
                            model().inputs[input].source ? "it has a source" : "events write it"));
  }
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
  simulated_->islands().inputs_changed();
}

void Simulation::set_velocity(std::size_t body, const Vector6& velocity) {
  (void)this->body(body);  // exists
  require(model().bodies[body].motion == Motion::kKinematic,
          fmt::format("body '{}' must be kinematic to be moved", model().bodies[body].name));
  require(!model().bodies[body].prescribed,
          fmt::format("body '{}' must not have a prescribed motion to be moved",
                      model().bodies[body].name));
  require(velocity.allFinite(),
          fmt::format("velocity of body '{}' must be finite", model().bodies[body].name));
  require(velocity.cwiseAbs().maxCoeff() <= kLargestState,
          fmt::format("velocity of body '{}' must be of a magnitude up to {:g}",
                      model().bodies[body].name, kLargestState));
  state_.bodies[body].velocity = velocity;
  for (Island* island : simulated_->islands().with_body(body))
    island->follow_kinematic_bodies(state_);
  move_start(*simulated_, state_);
}

void Simulation::add_wrench(std::size_t body, const Vector6& wrench) {
  (void)this->body(body);  // exists
  if (!wrench.allFinite()) {
    throw Error(ErrorCode::kInvalidArgument,
                fmt::format("force on body '{}' must be finite", model().bodies[body].name));
  }
  if (wrench.cwiseAbs().maxCoeff() > kLargestNumber) {
    throw Error(ErrorCode::kInvalidArgument,
                fmt::format("force on body '{}' must be of a magnitude up to {:g}",
                            model().bodies[body].name, kLargestNumber));
  }
  state_.bodies[body].added_force += wrench;
  move_start(*simulated_, state_);
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
  for (const std::size_t output : outputs) next = observers_->outputs.read(output, state_, next);
}

Findings Simulation::load_findings() const {
  Findings findings;
  for (std::size_t load = 0; load < model().loads.size(); ++load) {
    const auto [island, place] = simulated_->islands().of_load(load);
    island->system().loads.load(place).add_findings(findings);
  }
  return findings;
}

Findings Simulation::range_findings() const { return observers_->limits->findings(state_); }

const std::vector<ContactEvent>& Simulation::contact_events() const {
  return observers_->contact_events.of_last_step();
}

const ShapeWorld& Simulation::shapes() const {
  std::optional<ShapeWorld>& shapes = observers_->shapes;
  if (!shapes) shapes.emplace(model());
  shapes->place(state_);
  return *shapes;
}

StatisticsReport Simulation::statistics() { return observers_->statistics.report(state_); }

}  // namespace raftup::solver
