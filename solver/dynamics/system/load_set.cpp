#include "solver/dynamics/system/load_set.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <numeric>
#include <utility>
#include <variant>

#include "hydro/base/error.hpp"
#include "solver/contacts/compliant_contacts.hpp"
#include "solver/dynamics/system/stage_damping.hpp"
#include "solver/joints/drive_forces.hpp"
#include "solver/loads/flow/wind_at_height.hpp"
#include "solver/loads/given/client_force.hpp"
#include "solver/loads/given/weight.hpp"
#include "solver/loads/hydrodynamics/blended_excitation.hpp"
#include "solver/loads/hydrodynamics/blended_force.hpp"
#include "solver/loads/hydrodynamics/blended_hydrostatics.hpp"
#include "solver/loads/hydrodynamics/blended_radiation.hpp"
#include "solver/loads/hydrodynamics/constant_water_force.hpp"
#include "solver/loads/hydrodynamics/excitation_force.hpp"
#include "solver/loads/hydrodynamics/given_axes.hpp"
#include "solver/loads/hydrodynamics/hydrodynamic_forces.hpp"
#include "solver/loads/hydrodynamics/radiated_waves.hpp"
#include "solver/loads/hydrodynamics/second_order_force.hpp"
#include "solver/loads/hydrodynamics/slow_poses.hpp"
#include "solver/loads/hydrodynamics/uniform_flow_radiation.hpp"
#include "solver/loads/hydrodynamics/wave_field_force.hpp"
#include "solver/loads/lines/catenary_group.hpp"
#include "solver/loads/wetted_mesh/wetted_mesh_force.hpp"
#include "solver/model/loads/load.hpp"
#include "solver/water/groups/probed_points.hpp"
#include "solver/water/groups/section_places.hpp"

namespace raftup::solver {

namespace {

/// Prefix of error messages of a load, such as "load 'hawser' of bodies 'ship', 'tug': ".
std::string owner_of(const Load& load) {
  std::string names;
  std::size_t count = 0;
  for (const std::string& body : bodies_of(load)) {
    const std::string quoted = fmt::format("'{}'", body);
    if (body.empty() || names.find(quoted) != std::string::npos) continue;
    names += (count++ == 0 ? "" : ", ") + quoted;
  }
  return fmt::format("load '{}' of {} {}: ", load.name, count == 1 ? "body" : "bodies", names);
}

}  // namespace

LoadSet::Places LoadSet::Places::of(const Model& model) {
  const auto all = [](std::size_t count) {
    std::vector<std::size_t> indices(count);
    std::iota(indices.begin(), indices.end(), std::size_t{0});
    return indices;
  };
  return {all(model.bodies.size()), all(model.hydrodynamics.size()), all(model.loads.size()),
          all(model.machines.size())};
}

LoadSet::LoadSet(const Model& model, const Kinematics& initial, const ConstraintSet& joints,
                 const Memories& memories, const Places& places, Masses& masses) {
  add(std::make_unique<AddedForce>(places.bodies));
  add(std::make_unique<Weight>(model));
  for (const ForceFieldUse& use : model.force_fields) add(std::make_unique<FieldForce>(use, model));
  for (std::size_t i = 0; i < model.hydrodynamics.size(); ++i) {
    if (AxisFilters::act_in(model.hydrodynamics[i])) {
      add(std::make_unique<AxisFilters>(model, model.hydrodynamics[i], places.groups[i]));
    }
    add_group(model, i, memories[i], places);
  }
  const SharedByLoads shared{std::make_shared<CatenaryGroup>(), std::make_shared<WindsAtHeights>()};
  for (std::size_t i = 0; i < model.loads.size(); ++i) {
    const Load& load = model.loads[i];
    loads_.push_back(entries_.size());
    add(nullptr, owner_of(load));
    each(std::span(&entries_.back(), 1), 0.0, [&](Entry& entry) {
      entry.element =
          make_force_element(load, model, initial, places.loads[i], places.loads, shared);
    });
    entries_.back().acts = load.enabled.value_or(true);
    if (!load.description().has_added_mass()) continue;
    const std::size_t body = find_body(model, bodies_of(load).front());
    const bool moves = model.bodies[body].motion == Motion::kDynamic;
    water_.push_back({body, moves, entries_.size() - 1});
  }
  add(std::make_unique<DriveForces>(joints));
  if (contacts_are_loads(model)) {
    auto contacts = std::make_unique<CompliantContacts>(model);
    shapes_ = &contacts->contacts();
    add(std::move(contacts));
  }
  add_inputs(model);
  if (StageDamping::acts_in(model)) add(std::make_unique<StageDamping>(model, masses));
}

void LoadSet::add(std::unique_ptr<ForceElement> element, std::string owner) {
  entries_.push_back({std::move(element), std::move(owner)});
}

template <typename Entries, typename Call>
void LoadSet::each(Entries&& entries, double time, const Call& call) {
  const std::string* owner = nullptr;
  try {
    for (auto& entry : entries) {
      owner = &entry.owner;
      call(entry);
    }
  } catch (const Error& error) {
    if (owner->empty()) throw;
    const std::string message = fmt::format("{}{}, at t = {:.9g} s", *owner, error.what(), time);
    if (error.code() == ErrorCode::kInternal) throw SolverFailure(message);
    throw Error(error.code(), message);
  }
}

void LoadSet::add_group(const Model& model, std::size_t group, const GroupMemories& memories,
                        const Places& places) {
  const HydrodynamicGroup& description = model.hydrodynamics[group];
  const GroupMotion& motion = groups_.emplace_back(model, description);
  const GroupPoses poses(model, description, places.bodies);
  const std::size_t place = places.groups[group];
  if (description.has_slow_poses()) {
    add(std::make_unique<SlowPoses>(poses, description.excitation_cutoff));
  }
  if (description.family != nullptr) {
    add(std::make_unique<BlendedRadiation>(model, description, motion, memories, place));
  } else if (description.forward_speed.acts()) {
    add(std::make_unique<UniformFlowRadiation>(model, description, motion, memories.nodes.front(),
                                               place));
  } else {
    add(std::make_unique<RadiationForce>(motion, memories.nodes.front(), place));
  }
  if (BlendedExcitation::is_of_use(model, description)) {
    add(std::make_unique<BlendedExcitation>(model, description, poses));
  } else {
    const auto make = [&model, poses](const HydrodynamicGroup& of) {
      return std::make_unique<ExcitationForce>(model, of, poses);
    };
    add(description.forward_speed.acts() ? over_speeds(model, description, place, make)
                                         : over_nodes(model, description, make));
  }
  if (description.any_hydrostatics(HydrostaticsMode::kLinear)) {
    add(make_hydrostatic_force(model, description));
  }
  if (description.any_hydrostatics(HydrostaticsMode::kNonlinear)) {
    add(std::make_unique<WettedMeshForce>(model, description));
  }
  if (auto memory = make_elevation_memory(model, description)) {
    add(std::make_unique<RadiatedWaves>(motion, std::move(memory), place,
                                        RadiatedWaves::Use::kProbes));
  }
  if (const auto sections = make_section_radiation(model, description)) {
    add(std::make_unique<RadiatedWaves>(motion, sections->memory(), place,
                                        RadiatedWaves::Use::kSections));
  }
  add(std::make_unique<WaterDamping>(model, motion, description));
  if (description.has_constant_force()) {
    add(std::make_unique<ConstantWaterForce>(model, motion, description));
  }
  if (!description.second_order.acts()) return;
  add(over_nodes(model, description, [&model, motion, poses](const HydrodynamicGroup& of) {
    return std::make_unique<SecondOrderForce>(model, of, motion, poses);
  }));
}

void LoadSet::add_inputs(const Model& model) {
  for (std::size_t i = 0; i < model.inputs.size(); ++i) {
    const auto* force = std::get_if<ExternalForce>(&model.inputs[i].kind);
    if (force == nullptr || !has_body(model, force->body)) continue;
    add(std::make_unique<StreamedForce>(*force, i, model));
  }
  for (std::size_t i = 0; i < model.inputs.size(); ++i) {
    const auto* field = std::get_if<WaveField>(&model.inputs[i].kind);
    if (field == nullptr || !has_body(model, field->body)) continue;
    add(std::make_unique<WaveFieldForce>(*field, i, model));
  }
  for (std::size_t i = 0; i < model.inputs.size(); ++i) {
    const auto* enabled = std::get_if<LoadEnabled>(&model.inputs[i].kind);
    for (std::size_t k = 0; enabled != nullptr && k < model.loads.size(); ++k) {
      if (model.loads[k].name != enabled->load) continue;
      switches_.push_back({i, loads_[k], entries_[loads_[k]].acts});
    }
  }
}

void LoadSet::initialize(const Kinematics& bodies, State& state) const {
  each(entries_, 0.0, [&](const Entry& entry) { entry.element->initialize(bodies, state); });
}

void LoadSet::begin() noexcept {
  inputs_changed();
  for (Entry& entry : entries_) entry.prepared = false;
}

void LoadSet::inputs_changed() noexcept {
  for (Entry& entry : entries_) {
    if (entry.element->inputs_changed()) entry.prepared = false;
  }
}

void LoadSet::switch_loads(const std::vector<InputSeries>& inputs, double step_start) {
  for (const Switch& each : switches_) {
    const InputSeries& series = inputs[each.input];
    const auto times = series.times_ns();
    const bool known = !times.empty() && 1e-9 * static_cast<double>(times.front()) <= step_start;
    double value = each.initially ? 1.0 : 0.0;
    if (known) series.evaluate(step_start, {&value, 1});
    entries_[each.entry].acts = value != 0.0;
  }
}

void LoadSet::prepare(Entry& entry, const StepTimes& times, const State& state,
                      const Kinematics& bodies) {
  if (!entry.acts) return;
  if (!entry.prepared) entry.element->prepare(times, state, bodies);
  entry.prepared = true;
}

void LoadSet::prepare(const StepTimes& times, const State& state, const Kinematics& bodies) {
  each(entries_, times.start, [&](Entry& entry) { prepare(entry, times, state, bodies); });
}

bool LoadSet::jacobian_changed() const {
  return std::any_of(entries_.begin(), entries_.end(), [](const Entry& entry) {
    return entry.acts && entry.element->jacobian_changed();
  });
}

void LoadSet::prepare_added_masses(const StepTimes& times, const State& state,
                                   const Kinematics& bodies) {
  for (const WaterOfLoad& water : water_) prepare(entries_[water.entry], times, state, bodies);
}

void LoadSet::added_masses(const StageConditions& conditions, const Kinematics& bodies,
                           std::vector<LoadMass>& masses) const {
  masses.clear();
  for (const WaterOfLoad& water : water_) {
    const Entry& entry = entries_[water.entry];
    masses.push_back({water.body, Matrix6::Zero()});
    if (entry.acts) masses.back().matrix = entry.element->added_mass(conditions, bodies);
  }
}

double LoadSet::added_mass_power(const StageConditions& conditions,
                                 const Kinematics& bodies) const {
  double sum = 0.0;
  for (const WaterOfLoad& water : water_) {
    if (!water.moves || !entries_[water.entry].acts) continue;
    sum += entries_[water.entry].element->added_mass_power(conditions, bodies);
  }
  return sum;
}

void LoadSet::compute(const StageTime& at, const State& state, const Kinematics& bodies,
                      Forces& forces) {
  forces.set_zero();
  each(entries_, at.time, [&](const Entry& entry) {
    if (entry.acts) entry.element->add({at, state}, bodies, forces);
  });
}

void LoadSet::add_load(std::size_t index, const StageConditions& conditions,
                       const Kinematics& bodies, Forces& forces) const {
  each(entry_of(index), conditions.at.time, [&](const Entry& entry) {
    if (entry.acts) entry.element->add(conditions, bodies, forces);
  });
}

void LoadSet::read_load(std::size_t index, const StageConditions& conditions,
                        const Kinematics& bodies, std::span<double> outputs) const {
  std::fill(outputs.begin(), outputs.end(), 0.0);
  each(entry_of(index), conditions.at.time, [&](const Entry& entry) {
    if (entry.acts) entry.element->read(conditions, bodies, outputs);
  });
}

void LoadSet::compute_jacobian(const StageTime& at, const State& state, const Kinematics& bodies,
                               LoadJacobian& jacobian) const {
  jacobian.set_zero();
  each(entries_, at.time, [&](const Entry& entry) {
    if (entry.acts) entry.element->add_jacobian({at, state}, bodies, jacobian);
  });
}

Potential LoadSet::potential(const StageConditions& conditions, const Kinematics& bodies) const {
  Potential sum;
  each(entries_, conditions.at.time, [&](const Entry& entry) {
    if (entry.acts) sum += entry.element->potential(conditions, bodies);
  });
  return sum;
}

std::vector<std::unique_ptr<InnerDynamics>> LoadSet::inner_dynamics(
    double time, const Kinematics& bodies) const {
  std::vector<std::unique_ptr<InnerDynamics>> all;
  each(entries_, time, [&](const Entry& entry) {
    if (!entry.acts) return;
    std::unique_ptr<InnerDynamics> dynamics = entry.element->inner_dynamics(bodies);
    if (dynamics != nullptr) all.push_back(std::move(dynamics));
  });
  return all;
}

std::vector<Drawing> LoadSet::drawings(const StageConditions& conditions,
                                       const Kinematics& bodies) const {
  std::vector<Drawing> all;
  each(entries_, conditions.at.time, [&](const Entry& entry) {
    if (!entry.acts) return;
    std::ranges::move(entry.element->drawings(conditions, bodies), std::back_inserter(all));
  });
  return all;
}

double LoadSet::look_ahead(std::size_t input) const {
  double longest = 0.0;
  for (const Entry& entry : entries_) {
    longest = std::max(longest, entry.element->look_ahead(input));
  }
  return longest;
}

void LoadSet::finish(const StageConditions& conditions, const Kinematics& bodies) {
  each(entries_, conditions.at.time, [&](const Entry& entry) {
    if (entry.acts) entry.element->finish(conditions, bodies);
  });
}

void LoadSet::commit(State& state) noexcept {
  for (const Entry& entry : entries_) {
    if (entry.acts) entry.element->commit(state);
  }
}

}  // namespace raftup::solver
