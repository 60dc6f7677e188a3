#include "solver/simulation/statistics/statistics_recorder.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"

namespace raftup::solver {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

bool contains(const std::vector<std::string>& names, const std::string& name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

StatisticsRecorder::StatisticsRecorder(const Model& model, OutputReader& reader)
    : model_(model), reader_(reader) {
  if (!model.statistics) return;
  const StatisticsOptions& options = *model.statistics;
  first_step_ = first_recorded_step(model.course.stages, model.step_ns);
  warm_up_steps_ =
      to_integer<std::int64_t>(std::round(1e9 * options.warm_up), "warm_up in ns") / model.step_ns;
  for (const std::string& output : options.outputs) {
    read_also(output);
    keeps_turning_points_.resize(values_.size(), contains(options.turning_points, output));
  }
  for (const StatisticsLimit& limit : options.limits) {
    const auto component = static_cast<std::size_t>(limit.component.value_or(0));
    bounds_.push_back({read_also(limit.output) + component, limit.below.value_or(-kInfinity),
                       limit.above.value_or(kInfinity)});
  }
}

/// @returns the index of the first number of the output in a sample
std::size_t StatisticsRecorder::read_also(const std::string& output) {
  const std::vector<Variable>& all = reader_.variables();
  const auto variable = std::find_if(all.begin(), all.end(),
                                     [&](const Variable& item) { return item.name == output; });
  const auto index = static_cast<std::size_t>(variable - all.begin());
  const auto known = std::find(outputs_.begin(), outputs_.end(), index);
  if (known != outputs_.end()) return first_[static_cast<std::size_t>(known - outputs_.begin())];
  outputs_.push_back(index);
  first_.push_back(values_.size());
  values_.resize(values_.size() + static_cast<std::size_t>(variable->size));
  return first_.back();
}

StatisticsState StatisticsRecorder::initial_state() const {
  return {std::vector<NumberStatistics>(keeps_turning_points_.size()),
          std::vector<LimitStatistics>(bounds_.size())};
}

void StatisticsRecorder::read(const State& state) {
  double* next = values_.data();
  for (const std::size_t output : outputs_) next = reader_.read(output, state, next);
}

std::int64_t StatisticsRecorder::samples(std::int64_t step_index) const noexcept {
  return std::max(step_index - first_step_ - warm_up_steps_, std::int64_t{0});
}

void StatisticsRecorder::sample(State& state) {
  if (values_.empty() || state.step_index <= first_step_) return;
  read(state);
  make_room(state.statistics);
}

void StatisticsRecorder::make_room(StatisticsState& statistics) const {
  for (std::size_t i = 0; i < keeps_turning_points_.size(); ++i) {
    if (keeps_turning_points_[i]) reserve_turning_point(statistics.numbers[i]);
  }
}

void StatisticsRecorder::add(std::int64_t step_index, StatisticsState& statistics) const noexcept {
  if (step_index <= first_step_) return;
  const std::int64_t n = samples(step_index);
  for (std::size_t i = 0; i < statistics.numbers.size(); ++i) {
    NumberStatistics& number = statistics.numbers[i];
    if (n == 0) {
      add_warm_up(values_[i], step_index - first_step_, number);
      continue;
    }
    if (keeps_turning_points_[i]) add_turning_point(values_[i], n, number);
    add_sample(values_[i], n, number);
  }
  if (n == 0) return;
  for (std::size_t i = 0; i < bounds_.size(); ++i) {
    const double value = values_[bounds_[i].place];
    const bool exceeds = value < bounds_[i].below || value > bounds_[i].above;
    LimitStatistics& limit = statistics.limits[i];
    if (exceeds) ++limit.exceeded_steps;
    if (exceeds && !limit.exceeding) ++limit.exceedance_count;
    limit.exceeding = exceeds;
  }
}

StatisticsReport StatisticsRecorder::report(const State& state) {
  if (!model_.statistics) {
    throw Error(ErrorCode::kFailedPrecondition, "a model must ask for statistics, got none");
  }
  StatisticsState statistics = state.statistics;
  make_room(statistics);
  if (state.step_index > first_step_) read(state);
  add(state.step_index, statistics);
  StatisticsReport report;
  report.sample_count = samples(state.step_index);
  const double step = 1e-9 * static_cast<double>(model_.step_ns);
  report.duration = static_cast<double>(report.sample_count) * step;
  auto number = statistics.numbers.begin();
  for (std::size_t i = 0; i < model_.statistics->outputs.size(); ++i) {
    OutputReport& output = report.outputs.emplace_back();
    output.name = model_.statistics->outputs[i];
    output.has_turning_points = contains(model_.statistics->turning_points, output.name);
    const auto end = number + reader_.variables()[outputs_[i]].size;
    for (; number != end; ++number) {
      output.numbers.push_back(report_of(*number, report.sample_count));
    }
  }
  for (std::size_t i = 0; i < bounds_.size(); ++i) {
    const LimitStatistics& limit = statistics.limits[i];
    report.limits.push_back({model_.statistics->limits[i].name,
                             static_cast<double>(limit.exceeded_steps) * step,
                             limit.exceedance_count});
  }
  return report;
}

}  // namespace raftup::solver
