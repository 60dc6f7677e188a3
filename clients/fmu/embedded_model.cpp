#include "clients/fmu/embedded_model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/vector_width.hpp"
#include "solver/dynamics/statics/still_water_system.hpp"
#include "solver/model/inputs/input.hpp"
#include "solver/simulation/run/run_end.hpp"
#include "solver/simulation/serialisation/model_image.hpp"

namespace raftup::fmu {

namespace {

constexpr double kProbe = 1e-3;      ///< change of an input, in its unit and relative to its value
constexpr double kForceProbe = 1.0;  ///< smallest change of a force or moment [N, N m]

std::unique_ptr<solver::Simulation> simulation_of(std::string_view bytes) {
  vector_width();  // throws here rather than within a step if the environment's choice is invalid
  solver::ModelImage image = solver::read_model_image(bytes);
  return std::make_unique<solver::Simulation>(std::move(image.model), image.fits.get());
}

/// Whether the unit of a component is rad. The unit of a variable is either one unit for all of its
/// components or a list with one unit per component, such as "m,m,rad".
bool is_angle(const solver::Variable& variable, std::size_t component) {
  std::string_view units = variable.unit;
  for (; component > 0 && units.find(',') != std::string_view::npos; --component) {
    units.remove_prefix(units.find(',') + 1);
  }
  return units.substr(0, units.find(',')) == "rad";
}

}  // namespace

EmbeddedModel::EmbeddedModel(std::string_view image) : simulation_(simulation_of(image)) {
  const auto place = [](const std::vector<solver::Variable>& variables, std::vector<Place>& places,
                        std::vector<std::size_t>& first, const auto& is_inside) {
    for (std::size_t i = 0; i < variables.size(); ++i) {
      first.push_back(places.size());
      if (is_inside(i)) continue;
      for (int c = 0; c < variables[i].size; ++c) places.push_back({i, places.size()});
    }
    first.push_back(places.size());
  };
  // An input with a source gets its values from inside the model and is no variable of the FMU.
  place(simulation_->inputs(), inputs_, first_input_,
        [this](std::size_t input) { return simulation_->model().inputs[input].is_owned(); });
  place(simulation_->outputs(), outputs_, first_output_, [](std::size_t) { return false; });
  read_.resize(outputs_.size());
  reset();
}

EmbeddedModel::~EmbeddedModel() = default;

std::string EmbeddedModel::digest() const {
  return fmt::format("{:016x}", simulation_->state().model_digest);
}

double EmbeddedModel::step() const {
  return 1e-9 * static_cast<double>(simulation_->model().step_ns);
}

double EmbeddedModel::time() const { return 1e-9 * static_cast<double>(simulation_->time_ns()); }

std::size_t EmbeddedModel::width_of(std::size_t input) const {
  return first_input_[input + 1] - first_input_[input];
}

std::size_t EmbeddedModel::width_at(ValueReference first) const {
  require(first < size(),
          fmt::format("a variable must be one of those described, got reference {}", first));
  const bool is_input = first < inputs_.size();
  const std::size_t number = is_input ? first : first - inputs_.size();
  const std::size_t variable = (is_input ? inputs_ : outputs_)[number].variable;
  const std::vector<std::size_t>& firsts = is_input ? first_input_ : first_output_;
  require(firsts[variable] == number,
          fmt::format("a variable must be known by its first number, got reference {}", first));
  return firsts[variable + 1] - number;
}

void EmbeddedModel::set(std::span<const ValueReference> references,
                        std::span<const double> values) {
  for (std::size_t i = 0; i < references.size(); ++i) {
    require(
        references[i] < inputs_.size(),
        fmt::format("a value that is set must be of an input, got reference {}", references[i]));
    require(std::isfinite(values[i]),
            fmt::format("input '{}' must be finite, got {}",
                        simulation_->inputs()[inputs_[references[i]].variable].name, values[i]));
  }
  for (std::size_t i = 0; i < references.size(); ++i) {
    const Place& place = inputs_[references[i]];
    now_.inputs[place.component] = values[i];
    now_.is_changed[place.variable] = true;
  }
  std::fill(is_read_.begin(), is_read_.end(), false);
}

double EmbeddedModel::get(ValueReference reference) {
  require(reference < size(),
          fmt::format("a value must be of one of {} numbers, got reference {}", size(), reference));
  if (reference < inputs_.size()) return now_.inputs[reference];
  const Place& place = outputs_[reference - inputs_.size()];
  if (!is_read_[place.variable]) {
    if (now_.past_grid > 0.0) {
      read_between_steps();
      return read_[place.component];
    }
    write_inputs();
    const std::size_t first = first_output_[place.variable];
    const std::size_t count = first_output_[place.variable + 1] - first;
    simulation_->read({&place.variable, 1}, std::span(read_).subspan(first, count));
    is_read_[place.variable] = true;
  }
  return read_[place.component];
}

void EmbeddedModel::read_all(std::span<double> values) {
  write_inputs();
  std::vector<std::size_t> all(simulation_->outputs().size());
  std::iota(all.begin(), all.end(), std::size_t{0});
  simulation_->read(all, values);
}

/// Interpolates all outputs in time between two points of the grid. An angle is interpolated along
/// the shorter way around the circle.
void EmbeddedModel::read_between_steps() {
  const double share = now_.past_grid / step();
  std::vector<double> first(outputs_.size()), second(outputs_.size());
  tried([&] {
    read_all(first);
    simulation_->step();
    read_all(second);
    return VectorXd();
  });
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    double change = second[i] - first[i];
    const solver::Variable& variable = simulation_->outputs()[outputs_[i].variable];
    if (is_angle(variable, i - first_output_[outputs_[i].variable]))
      change = std::remainder(change, kTwoPi);
    read_[i] = first[i] + share * change;
  }
  std::fill(is_read_.begin(), is_read_.end(), true);
}

/// Change of an input with which its effect is computed by differences, in the input's unit.
double EmbeddedModel::probe_step(ValueReference input) const {
  const std::string& unit = simulation_->inputs()[inputs_[input].variable].unit;
  const double least = unit.starts_with('N') ? kForceProbe : kProbe;
  return std::max(least, kProbe * std::abs(now_.inputs[input]));
}

std::vector<double> EmbeddedModel::derivative(std::span<const ValueReference> outputs,
                                              std::span<const ValueReference> inputs,
                                              std::span<const double> direction) {
  check_outputs(outputs);
  double step = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    require(
        inputs[i] < inputs_.size(),
        fmt::format("a value that is derived by must be of an input, got reference {}", inputs[i]));
    require(std::isfinite(direction[i]),
            fmt::format("a direction must be finite, got {}", direction[i]));
    step = std::min(step, probe_step(inputs[i]) / std::abs(direction[i]));
  }
  if (!std::isfinite(step)) return std::vector<double>(outputs.size());
  const std::vector<double> held = now_.inputs;
  return tried([&] {
    return solver::central_difference(step, [&](double offset) -> VectorXd {
      std::vector<double> values(inputs.size());
      for (std::size_t i = 0; i < values.size(); ++i) {
        values[i] = held[inputs[i]] + offset * direction[i];
      }
      set(inputs, values);
      return get_all(outputs);
    });
  });
}

std::vector<double> EmbeddedModel::rates(std::span<const ValueReference> outputs) {
  check_outputs(outputs);
  const double share = now_.past_grid / step();
  return tried([&] {
    stand_past_grid(0.0);
    VectorXd change = (2.0 * share - 3.0) * get_all(outputs);
    for (const double weight : {4.0 - 4.0 * share, 2.0 * share - 1.0}) {
      advance(1);
      change += weight * get_all(outputs);
    }
    return VectorXd(change / (2.0 * step()));
  });
}

/// Calls a function that may change the model, and restores the model's state afterwards.
/// @returns the result of the function
template <typename Ask>
std::vector<double> EmbeddedModel::tried(const Ask& ask) {
  const Saved before = save();
  try {
    const VectorXd answer = ask();
    restore(before);
    return {answer.begin(), answer.end()};
  } catch (...) {
    restore(before);
    throw;
  }
}

void EmbeddedModel::check_outputs(std::span<const ValueReference> outputs) const {
  for (const ValueReference output : outputs) {
    require(output >= inputs_.size() && output < size(),
            fmt::format("a value that is derived must be of an output, got reference {}", output));
  }
}

VectorXd EmbeddedModel::get_all(std::span<const ValueReference> outputs) {
  VectorXd values(static_cast<Eigen::Index>(outputs.size()));
  std::ranges::transform(outputs, values.begin(), [this](ValueReference one) { return get(one); });
  return values;
}

/// Writes the inputs that the host has set to the simulation, either all of them or none.
void EmbeddedModel::write_inputs() {
  const auto values_of = [this](std::size_t input) {
    return std::span<const double>(now_.inputs).subspan(first_input_[input], width_of(input));
  };
  for (std::size_t i = 0; i < now_.is_changed.size(); ++i) {
    if (now_.is_changed[i]) simulation_->check_input(i, values_of(i));
  }
  for (std::size_t i = 0; i < now_.is_changed.size(); ++i) {
    if (!now_.is_changed[i]) continue;
    simulation_->write_input(i, simulation_->time_ns(), values_of(i));
    now_.is_changed[i] = false;
  }
}

std::int64_t EmbeddedModel::step_index() const { return simulation_->state().step_index; }

void EmbeddedModel::advance(std::int64_t count) {
  write_inputs();
  std::fill(is_read_.begin(), is_read_.end(), false);
  if (count == 1) {
    simulation_->step();  // a step that fails leaves the simulation unchanged
  } else {
    const solver::State before = simulation_->state();
    try {
      for (; count > 0; --count) simulation_->step();
    } catch (const solver::RunEnded&) {
      now_.past_grid = 0.0;
      throw;
    } catch (...) {
      simulation_->restore(before);
      throw;
    }
  }
  now_.past_grid = 0.0;
}

void EmbeddedModel::stand_past_grid(double past_grid) {
  now_.past_grid = past_grid;
  std::fill(is_read_.begin(), is_read_.end(), false);
}

void EmbeddedModel::reset() {
  simulation_->reset();
  for (std::size_t i = 0; i < simulation_->inputs().size(); ++i) {
    if (simulation_->model().inputs[i].is_owned()) continue;
    simulation_->set_input_interpolation(i, solver::Interpolation::kHold);
  }
  const solver::Model& model = simulation_->model();
  now_ = {{}, {}, std::vector<bool>(model.inputs.size()), 0.0};
  for (const solver::Input& input : model.inputs) {
    if (input.is_owned()) continue;
    const std::vector<double> start = solver::start_value(model, input);
    now_.inputs.insert(now_.inputs.end(), start.begin(), start.end());
  }
  is_read_.assign(simulation_->outputs().size(), false);
}

EmbeddedModel::Saved EmbeddedModel::save() const {
  return {simulation_->state(), now_.inputs, now_.is_changed, now_.past_grid};
}

void EmbeddedModel::restore(const Saved& saved) {
  simulation_->restore(saved.state);
  now_.inputs = saved.inputs;
  now_.is_changed = saved.is_changed;
  now_.past_grid = saved.past_grid;
  std::fill(is_read_.begin(), is_read_.end(), false);
}

void EmbeddedModel::write(const Saved& saved, ByteWriter& out) {
  out.write(std::span<const double>(saved.inputs));
  for (const bool changed : saved.is_changed) out.write(changed);
  out.write(saved.past_grid);
  out.write(std::string_view(solver::serialize(saved.state)));
}

EmbeddedModel::Saved EmbeddedModel::read(ByteReader& in) const {
  Saved saved;
  saved.inputs = in.read_doubles();
  require(saved.inputs.size() == inputs_.size(), "a saved state must be of the same inputs");
  for (std::size_t i = 0; i < simulation_->inputs().size(); ++i) {
    saved.is_changed.push_back(in.read_flag());
  }
  saved.past_grid = in.read_double();
  require(
      saved.past_grid >= 0.0 && saved.past_grid <= step(),
      fmt::format("a saved state must stand within a step of the model's grid, stands {} s past "
                  "it",
                  saved.past_grid));
  saved.state = solver::deserialize(in.read_text());
  const solver::State& own = simulation_->state();
  require(saved.state.model_digest == own.model_digest && same_shape(saved.state, own),
          fmt::format("a saved state must be of model {:016x}, is of {:016x}", own.model_digest,
                      saved.state.model_digest));
  return saved;
}

}  // namespace raftup::fmu
