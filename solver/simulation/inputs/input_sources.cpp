#include "solver/simulation/inputs/input_sources.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "hydro/base/error.hpp"

namespace raftup::solver {

namespace {

/// Number of rows after the end of a step that are known in the step: linear interpolation needs
/// the first one, cubic interpolation also the second one.
constexpr std::size_t kRowsBeyond = 2;

double source_seconds(std::int64_t time_ns) { return 1e-9 * static_cast<double>(time_ns); }

/// Number of samples after a time, at most kRowsBeyond.
std::size_t count_beyond(std::span<const std::int64_t> times_ns, std::int64_t time_ns) {
  std::size_t count = 0;
  while (count < std::min(kRowsBeyond, times_ns.size()) &&
         times_ns[times_ns.size() - 1 - count] > time_ns) {
    ++count;
  }
  return count;
}

}  // namespace

InputSources::InputSources(const Model& model) : model_(&model) {
  for (std::size_t i = 0; i < model.inputs.size(); ++i) {
    const Input& input = model.inputs[i];
    if (!input.source) continue;
    const auto* rows = std::get_if<SampleTable>(&input.source->kind);
    if (rows == nullptr) {
      ramps_.push_back(i);
      continue;
    }
    Table table{i, rows, {}, default_interpolation(input) != Interpolation::kHold};
    for (std::size_t row = 0; row < rows->row_count(); ++row) {
      table.times_ns.push_back(rows->time_ns(row));
    }
    tables_.push_back(std::move(table));
  }
}

std::int64_t InputSources::Table::time_of(std::int64_t row) const {
  const std::int64_t before = repeats() ? row / turn() * period_ns() : 0;
  return before + times_ns[place_of(row)];
}

std::size_t InputSources::Table::place_of(std::int64_t row) const {
  return static_cast<std::size_t>(repeats() ? row % turn() : row);
}

/// Number of the first row that is later than a time.
std::int64_t InputSources::Table::first_after(std::int64_t time_ns) const {
  const std::int64_t since = time_ns - times_ns.front();
  const std::int64_t turns = repeats() && since > 0 ? since / period_ns() : 0;
  const std::int64_t within = time_ns - turns * period_ns();
  const auto later = std::upper_bound(times_ns.begin(), times_ns.end(), within);
  return turns * turn() + (later - times_ns.begin());
}

void InputSources::feed(const Table& table, std::int64_t start_ns, std::int64_t horizon_ns,
                        InputSeries& series) {
  const auto times_ns = series.times_ns();
  std::size_t beyond = count_beyond(times_ns, horizon_ns);
  if (beyond == kRowsBeyond) return;
  if (times_ns.empty() && !table.known_ahead && table.times_ns.front() > start_ns) return;
  std::vector<double> sample(static_cast<std::size_t>(series.width()));
  std::int64_t row = times_ns.empty() ? 0 : table.first_after(times_ns.back());
  for (; beyond < kRowsBeyond && table.has(row); ++row) {
    table.rows->read(table.place_of(row), sample);
    series.append(table.time_of(row), sample);
    if (table.time_of(row) > horizon_ns) ++beyond;
  }
}

void InputSources::feed(std::size_t input, const Ramp& ramp, std::int64_t start_ns,
                        InputSeries& series) const {
  const Input& of = model_->inputs[input];
  const bool is_continuous = std::holds_alternative<ConfigurationInput>(of.kind);
  const double time = source_seconds(start_ns);
  const std::int64_t last_ns = is_continuous ? start_ns + model_->step_ns : start_ns;
  if (source_seconds(last_ns) < ramp.start && ramp.from.empty()) return;
  const std::vector<double> from = ramp.from.empty() ? start_value(*model_, of) : ramp.from;
  const auto sample_at = [&](double instant) {
    const double share = ramp.share(instant);
    std::vector<double> sample = ramp.to;
    for (std::size_t k = 0; share < 1.0 && k < sample.size(); ++k) {
      sample[k] = from[k] + share * (ramp.to[k] - from[k]);
    }
    return sample;
  };
  const std::vector<double> sample = sample_at(time);
  const std::vector<double> next =
      is_continuous ? sample_at(source_seconds(last_ns)) : std::vector<double>(sample);
  const auto held = series.held(time);
  const bool changes = !std::equal(held.begin(), held.end(), sample.begin(), sample.end());
  if (changes || next != sample) series.append(start_ns, sample);
  if (next != sample) series.append(last_ns, next);
}

void InputSources::feed(std::int64_t start_ns, const LookAhead& look_ahead_ns,
                        std::vector<InputSeries>& inputs) const {
  for (const Table& table : tables_) {
    const std::int64_t horizon_ns = start_ns + model_->step_ns + look_ahead_ns(table.input);
    feed(table, start_ns, horizon_ns, inputs[table.input]);
  }
  for (const std::size_t input : ramps_) {
    feed(input, std::get<Ramp>(model_->inputs[input].source->kind), start_ns, inputs[input]);
  }
}

void InputSources::require_samples(std::int64_t start_ns, const LookAhead& look_ahead_ns) const {
  for (const Table& table : tables_) {
    if (table.rows->beyond != BeyondTable::kRefuse) continue;
    const std::int64_t end_ns = start_ns + model_->step_ns + look_ahead_ns(table.input);
    if (end_ns <= table.times_ns.back()) continue;
    throw Error(ErrorCode::kOutOfRange,
                fmt::format("the table of input '{}' ends at {} s and refuses what is beyond, got "
                            "a step that needs it until {} s: let the run end before, or let the "
                            "table hold or repeat",
                            model_->inputs[table.input].name, source_seconds(table.times_ns.back()),
                            source_seconds(end_ns)));
  }
}

}  // namespace raftup::solver
