#include "solver/simulation/run/simulated_model.hpp"

#include <algorithm>
#include <utility>

#include "hydro/excitation/frequency_error.hpp"
#include "solver/simulation/checks/model_checks.hpp"
#include "solver/simulation/inputs/event_inputs.hpp"
#include "solver/simulation/run/changed_mass.hpp"
#include "solver/water/groups/mode_carriers.hpp"

namespace raftup::solver {

namespace {

/// The model that is simulated, from a given one.
/// @param given receives the digest of the model before carriers of modes are added
Model prepared(Model model, std::uint64_t& given) {
  require_none(check(model));
  add_event_inputs(model);
  fade_waves(model);
  given = digest(model);
  add_mode_carriers(model);
  return model;
}

/// Notes how well the coefficients of a group are known between the frequencies of its database.
void note_error_between(const HydrodynamicGroup& group, hydro::RadiationReport& report) {
  if (!group.has_database() || group.family != nullptr) return;
  const IntervalError largest = hydro::largest_error(hydro::frequency_errors(*group.database));
  report.error_between = largest.relative;
  report.error_between_omega = largest.omega;
}

}  // namespace

SimulatedModel::Radiation::Radiation(const Model& model, hydro::FitCache* cache) {
  const double step = 1e-9 * static_cast<double>(model.step_ns);
  const hydro::Sea* sea = model.sea ? &*model.sea : nullptr;
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    hydro::RadiationReport& report = reports.emplace_back();
    memories.push_back(make_memories(group, sea, step, cache, report));
    note_error_between(group, report);
  }
}

SimulatedModel::SimulatedModel(Model model, hydro::FitCache* cache)
    : model_(prepared(std::move(model), digest_)),
      given_masses_(mass_properties_of(model_.bodies)),
      radiation_(model_, cache),
      islands_(model_, radiation_.memories) {
  if (model_.course.start != Start::kEquilibrium) return;
  std::vector<MatrixXd> infinite;
  for (const GroupMemories& memories : radiation_.memories) {
    infinite.push_back(memories.nodes.front()->infinite_added_mass());
  }
  start_ = solver::balanced_start(model_, infinite);
}

void SimulatedModel::judge_memories(MemoryJudge judge) {
  const auto is_far = [](const hydro::RadiationReport& report) {
    return report.error_sea > hydro::kSeaFarOff;
  };
  std::vector<hydro::RadiationReport>& reports = radiation_.reports;
  if (std::none_of(reports.begin(), reports.end(), is_far)) return;
  const std::vector<hydro::SeaError> errors = judge(model_, radiation_.memories);
  for (std::size_t i = 0; i < errors.size(); ++i) {
    if (!is_far(reports[i])) continue;
    hydro::note_sea_error_of_model(*model_.hydrodynamics[i].database, errors[i], reports[i]);
  }
}

bool SimulatedModel::set_masses(const State& state, const State& present) {
  const std::vector<MassProperties>& wanted =
      state.mass_properties.empty() ? given_masses_ : state.mass_properties;
  if (wanted == mass_properties_of(model_.bodies)) {
    islands_.set_added_masses(state.added_masses, state, present);
    return false;
  }
  Model changed = with_mass_properties(model_, wanted);
  Islands islands(changed, radiation_.memories);
  islands.use_steppers_of(islands_);
  islands.set_added_masses(state.added_masses, state, state);
  islands_ = std::move(islands);
  model_.bodies = std::move(changed.bodies);
  return true;
}

}  // namespace raftup::solver
