#include "solver/loads/hydrodynamics/given_axes.hpp"

#include <algorithm>
#include <numeric>

#include "solver/model/model.hpp"

namespace raftup::solver {

namespace {

using hydro::AxisQuantity;

/// The value of an input at t = 0: that of its table or ramp, or else its start value.
double value_at_start(const Input& input) {
  const double start = std::get<ConfigurationInput>(input.kind).start;
  if (!input.source) return start;
  if (const auto* ramp = std::get_if<Ramp>(&input.source->kind)) {
    if (ramp->to.empty()) return start;  // refused by the checks of sources
    const double from = ramp->from.empty() ? start : ramp->from.front();
    return from + ramp->share(0.0) * (ramp->to.front() - from);
  }
  const auto& table = std::get<SampleTable>(input.source->kind);
  if (table.values.size() != table.row_count()) return start;  // refused by the checks of sources
  InputSeries series(1, interpolation_of(input));
  double value = 0.0;
  for (std::size_t row = 0; row < table.row_count(); ++row) {
    table.read(row, {&value, 1});
    series.append(table.time_ns(row), {&value, 1});
  }
  series.evaluate(0.0, {&value, 1});
  return value;
}

std::size_t find_input(const Model& model, const std::string& name) {
  const auto found = std::find_if(model.inputs.begin(), model.inputs.end(),
                                  [&](const Input& input) { return input.name == name; });
  return static_cast<std::size_t>(found - model.inputs.begin());
}

/// The filter of one axis, a part of ConfigurationFilters::values.
std::vector<double> filter_at(const std::vector<double>& values, std::size_t place) {
  const auto first = values.begin() + static_cast<std::ptrdiff_t>(place);
  return {first, first + LowPass::kValueCount};
}

}  // namespace

bool GivenAxes::Group::has_filters() const {
  return std::any_of(axes.begin(), axes.end(),
                     [](const Axis& axis) { return axis.filter.has_value(); });
}

GivenAxes::Group GivenAxes::read(const Model& model, const AxisConfiguration& configuration,
                                 std::size_t place) {
  Group group{place, configuration.carrier(), {}};
  std::size_t filters = 0;
  for (std::size_t i = 0; i < configuration.axes().size(); ++i) {
    if (!configuration.is_given(i)) continue;
    const ConfigurationAxis& options = configuration.axes()[i];
    Axis axis{i, configuration.readings()[i], {}, {}};
    if (options.filter) {
      axis.filter.emplace(*options.filter);
      axis.place = LowPass::kValueCount * filters++;
    }
    if (axis.reading.quantity() == AxisQuantity::kInput) {
      axis.input = find_input(model, options.input);
      axis.input_start = value_at_start(model.inputs[*axis.input]);
    }
    group.axes.push_back(std::move(axis));
  }
  return group;
}

GivenAxes::GivenAxes(const Model& model, std::span<const std::size_t> places) {
  for (std::size_t i = 0; i < model.hydrodynamics.size(); ++i) {
    const HydrodynamicGroup& group = model.hydrodynamics[i];
    if (group.family == nullptr || group.family->axes.empty()) continue;
    const AxisConfiguration configuration(model, group);
    if (configuration.has_given_axes()) groups_.push_back(read(model, configuration, places[i]));
  }
}

double GivenAxes::start_of(const Axis& axis, const Kinematics& bodies) {
  return axis.input ? axis.input_start : axis.reading.value(bodies, 0.0);
}

double GivenAxes::input_of(const Axis& axis, const StageConditions& conditions) {
  const InputSeries& series = conditions.state.inputs[*axis.input];
  if (series.times_ns().empty()) return axis.input_start;
  // A held input is constant through a step.
  const bool is_held = series.interpolation() == Interpolation::kHold;
  double value = 0.0;
  series.evaluate(is_held ? conditions.at.step_start : conditions.at.time, {&value, 1});
  return value;
}

double GivenAxes::value_of(const Axis& axis, const StageConditions& conditions,
                           const Kinematics& bodies) {
  return axis.input ? input_of(axis, conditions) : axis.reading.value(bodies, conditions.at.time);
}

void GivenAxes::begin(Kinematics& bodies) const {
  for (const Group& group : groups_) {
    for (const Axis& axis : group.axes) {
      const auto coordinate = static_cast<Eigen::Index>(axis.index);
      bodies[group.carrier].axes[coordinate] = start_of(axis, bodies);
    }
  }
}

void GivenAxes::impose(const StageConditions& conditions, Kinematics& bodies) const {
  const double duration = conditions.at.time - conditions.at.step_start;
  for (const Group& group : groups_) {
    BodyKinematics& body = bodies[group.carrier];
    for (const Axis& axis : group.axes) {
      const auto coordinate = static_cast<Eigen::Index>(axis.index);
      if (axis.filter) {
        const std::vector<double> state =
            filter_at(conditions.state.configuration_filters[group.place].values, axis.place);
        body.axes[coordinate] = axis.filter->at(state, duration)[0];
        body.axis_rates[coordinate] = axis.filter->rate_at(state, duration)[0];
        continue;
      }
      body.axes[coordinate] = input_of(axis, conditions);
      body.axis_rates[coordinate] = conditions.state.inputs[*axis.input].rate(conditions.at.time);
    }
  }
}

bool AxisFilters::act_in(const HydrodynamicGroup& group) {
  if (group.family == nullptr || !group.configurations) return false;
  const std::vector<ConfigurationAxis>& axes = group.configurations->axes;
  return std::any_of(axes.begin(), axes.end(),
                     [](const ConfigurationAxis& axis) { return axis.filter.has_value(); });
}

AxisFilters::AxisFilters(const Model& model, const HydrodynamicGroup& group, std::size_t place)
    : group_(GivenAxes::read(model, AxisConfiguration(model, group), place)) {}

void AxisFilters::initialize(const Kinematics& bodies, State& state) const {
  state.configuration_filters.resize(state.radiation.size());
  std::vector<double>& values = state.configuration_filters[group_.place].values;
  values.clear();
  for (const GivenAxes::Axis& axis : group_.axes) {
    if (!axis.filter) continue;
    const std::vector<double> settled =
        LowPass::settled({GivenAxes::start_of(axis, bodies), 0.0, 0.0});
    values.insert(values.end(), settled.begin(), settled.end());
  }
}

void AxisFilters::finish(const StageConditions& conditions, const Kinematics& bodies) {
  at_end_ = conditions.state.configuration_filters[group_.place].values;
  const double duration = conditions.at.time - conditions.at.step_start;
  for (const GivenAxes::Axis& axis : group_.axes) {
    if (!axis.filter) continue;
    std::vector<double> filter = filter_at(at_end_, axis.place);
    axis.filter->advance({GivenAxes::value_of(axis, conditions, bodies), 0.0, 0.0}, duration,
                         filter);
    std::ranges::copy(filter, at_end_.begin() + static_cast<std::ptrdiff_t>(axis.place));
  }
}

void AxisFilters::commit(State& state) noexcept {
  state.configuration_filters[group_.place].values.swap(at_end_);
}

Kinematics configured_kinematics(const Model& model) {
  std::vector<std::size_t> places(model.hydrodynamics.size());
  std::iota(places.begin(), places.end(), std::size_t{0});
  Kinematics bodies = initial_kinematics(model);
  GivenAxes(model, places).begin(bodies);
  return bodies;
}

}  // namespace raftup::solver
