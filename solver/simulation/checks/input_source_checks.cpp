#include <fmt/format.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "hydro/base/error.hpp"
#include "solver/description/fields.hpp"
#include "solver/model/model.hpp"
#include "solver/simulation/checks/model_checks.hpp"

namespace raftup::solver {

namespace {

/// An input that has a source, with the path of the source.
struct SourcedInput {
  const Model& model;
  const Input& input;
  const Variable& variable;
  std::string path;  ///< path of the source in the model

  std::size_t width() const { return static_cast<std::size_t>(variable.size); }
};

/// The place of a sample among the values of its source.
struct SamplePlace {
  const char* field;
  std::size_t first = 0;  ///< index of the first value of the sample

  std::string in(const SourcedInput& of) const {
    return fmt::format("{}{}[{}]", of.path, field, first);
  }
};

/// The unit of a component of a variable, which has one unit for all components, or a list such as
/// "m,m,rad".
std::string_view unit_of_component(const Variable& variable, std::size_t component) {
  std::string_view units = variable.unit;
  for (; component > 0 && units.find(',') != std::string_view::npos; --component) {
    units.remove_prefix(units.find(',') + 1);
  }
  return units.substr(0, units.find(','));
}

void require_count(std::size_t count, const SourcedInput& of, const std::string& field,
                   Violations& violations) {
  violations.require(count == of.width(), of.path + field,
                     fmt::format("must have {} values, those of a sample: {}", of.width(),
                                 of.variable.description),
                     std::to_string(count));
}

/// @returns true if the input accepts the sample
bool check_values(const SourcedInput& of, std::span<const double> sample, SamplePlace place,
                  Violations& violations) {
  const auto wrong = std::find_if_not(sample.begin(), sample.end(), is_within_range);
  if (wrong != sample.end()) {
    violations.require(false, place.in(of),
                       fmt::format("must be of a magnitude up to {:g}", kLargestNumber),
                       fmt::format("{}", *wrong));
    return false;
  }
  try {
    check_sample(of.model, of.input, sample);
  } catch (const Error& error) {
    violations.require(false, place.in(of), error.what(), "a sample that breaks this");
    return false;
  }
  return true;
}

/// @returns true if the rows of the table can be read
bool check_widths(const SourcedInput& of, const SampleTable& table, Violations& violations) {
  const std::size_t numbers = table.values.size(), width = of.width();
  const auto one_or_all = [&](std::size_t count, const char* field) {
    const bool fits = count <= 1 || count == width;
    violations.require(fits, of.path + ".table." + field,
                       fmt::format("must have one value, or {}", width), std::to_string(count));
    return fits;
  };
  const bool whole = numbers == table.row_count() * width;
  violations.require(whole, of.path + ".table.values",
                     fmt::format("must have {} values for each of {} rows: {}", width,
                                 table.row_count(), of.variable.description),
                     std::to_string(numbers));
  const bool scaled = one_or_all(table.scale.size(), "scale");
  const bool shifted = one_or_all(table.offset.size(), "offset");
  return whole && scaled && shifted;
}

void check_units(const SourcedInput& of, const SampleTable& table, Violations& violations) {
  const std::string path = of.path + ".table.units";
  violations.require(table.units.empty() || table.units.size() == of.width(), path,
                     fmt::format("must have {} texts", of.width()),
                     std::to_string(table.units.size()));
  for (std::size_t k = 0; k < std::min(table.units.size(), of.width()); ++k) {
    const std::string& given = table.units[k];
    const std::string_view wanted = unit_of_component(of.variable, k);
    // "1" is also what counts m or rad, as a joint or a load says.
    violations.require(
        given.empty() || wanted.empty() || wanted == "1" || given == wanted,
        fmt::format("{}[{}]", path, k),
        fmt::format("must be '{}', the unit of component {} of the input", wanted, k),
        fmt::format("'{}'", given));
  }
}

/// Checks that the last row of a table that repeats is equal to its first row.
void check_turn(const SourcedInput& of, const SampleTable& table, Violations& violations) {
  if (table.beyond != BeyondTable::kRepeat) return;
  const std::size_t last = table.row_count() - 1;
  const std::int64_t period_ns = table.time_ns(last) - table.time_ns(0);
  violations.require(period_ns >= of.model.step_ns, of.path + ".table.time",
                     "must span a step at least where the table repeats",
                     fmt::format("{} ns", period_ns));
  const auto row = [&](std::size_t index) {
    return table.values.begin() + static_cast<std::ptrdiff_t>(index * of.width());
  };
  violations.require(std::equal(row(0), row(1), row(last)), of.path + ".table.values",
                     "must have the values of the first row in the last one where the table "
                     "repeats: the last row is the first of the next time",
                     fmt::format("{} after {}", *row(last), *row(0)));
}

void check_table(const SourcedInput& of, const SampleTable& table, Violations& violations) {
  check_units(of, table, violations);
  if (!check_widths(of, table, violations)) return;
  std::vector<double> sample(of.width());
  for (std::size_t row = 0; row < table.row_count(); ++row) {
    table.read(row, sample);
    if (!check_values(of, sample, {".table.values", row * of.width()}, violations)) return;
  }
  check_turn(of, table, violations);
  violations.require(
      default_interpolation(of.input) == Interpolation::kHold || table.time.front() <= 0.0,
      of.path + ".table.time[0]", "must not be later than t = 0 where samples are joined by lines",
      fmt::format("{} s", table.time.front()));
}

void check_ramp(const SourcedInput& of, const Ramp& ramp, Violations& violations) {
  const bool fits = default_interpolation(of.input) == Interpolation::kHold ||
                    std::holds_alternative<ConfigurationInput>(of.input.kind);
  violations.require(fits, of.path + ".ramp", "must be a table where samples are joined by lines",
                     of.variable.description);
  require_count(ramp.to.size(), of, ".ramp.to", violations);
  if (!ramp.from.empty()) require_count(ramp.from.size(), of, ".ramp.from", violations);
  if (!violations.empty()) return;
  check_values(of, ramp.to, {".ramp.to"}, violations);
  const std::vector<double> from = ramp.from.empty() ? start_value(of.model, of.input) : ramp.from;
  const bool known = std::ranges::all_of(from, is_within_range);
  violations.require(known, of.path + ".ramp.from",
                     "must be given where the model has no value of its own", "none");
  if (known && !ramp.from.empty()) check_values(of, ramp.from, {".ramp.from"}, violations);
}

}  // namespace

void check_input_sources(const Model& model, Violations& violations) {
  const std::vector<Variable> variables = list_inputs(model);
  for (std::size_t i = 0; i < model.inputs.size(); ++i) {
    if (!model.inputs[i].source) continue;
    const SourcedInput of{model, model.inputs[i], variables[i],
                          fmt::format("inputs[{}].source", i)};
    const auto& kind = model.inputs[i].source->kind;
    if (const auto* table = std::get_if<SampleTable>(&kind)) {
      check_table(of, *table, violations);
    } else {
      check_ramp(of, std::get<Ramp>(kind), violations);
    }
  }
}

bool streams_forces_on(const Input& input, const std::string& body) {
  if (const auto* force = std::get_if<ExternalForce>(&input.kind)) return force->body == body;
  if (const auto* field = std::get_if<WaveField>(&input.kind)) return field->body == body;
  const auto* gain = std::get_if<AccelerationGain>(&input.kind);
  return gain != nullptr &&
         std::find(gain->bodies.begin(), gain->bodies.end(), body) != gain->bodies.end();
}

}  // namespace raftup::solver
