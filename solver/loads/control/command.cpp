#include "solver/loads/control/command.hpp"

#include <fmt/format.h>

#include "solver/loads/base/force_element.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

namespace {

bool writes(const Input& input, const Model& model, const std::string& load,
            std::string_view channel) {
  if (const auto* command = std::get_if<LoadCommand>(&input.kind)) {
    return command->load == load && command->channel == channel;
  }
  const auto* drive = std::get_if<LoadDrive>(&input.kind);
  return drive != nullptr && drive->load == load && drive->channel(model) == channel;
}

std::optional<std::size_t> find_input(const Model& model, const std::string& load,
                                      std::string_view channel) {
  for (std::size_t i = 0; i < model.inputs.size(); ++i) {
    if (writes(model.inputs[i], model, load, channel)) return i;
  }
  return std::nullopt;
}

}  // namespace

Command::Command(const LoadSite& site, std::string_view channel, double initial)
    : initial_(initial), input_(find_input(site.model, site.name, channel)) {
  if (input_) return;
  for (std::size_t i = 0; i < site.model.loads.size(); ++i) {
    for (const ControlledChannel& set : site.model.loads[i].description().controls(site.model)) {
      if (set.load != site.name || set.channel != channel) continue;
      controller_ = Place{site.place_of(i), set.value};
    }
  }
}

double Command::value(const StageConditions& conditions) const {
  if (input_) return held_input(*input_, conditions).value_or(initial_);
  if (!controller_) return initial_;
  return conditions.state.loads[controller_->load].values[controller_->value];
}

std::optional<double> held_input(std::size_t input, const StageConditions& conditions) {
  const InputSeries& series = conditions.state.inputs[input];
  const auto times = series.times_ns();
  const double start = conditions.at.step_start;
  if (times.empty() || 1e-9 * static_cast<double>(times.front()) > start) return std::nullopt;
  double value = 0.0;
  series.evaluate(start, {&value, 1});
  return value;
}

void require_one_writer(const Model& model, const std::string& load, const std::string& channel,
                        const std::string& path, Violations& violations) {
  std::size_t count = 0;
  for (const Input& input : model.inputs) count += writes(input, model, load, channel) ? 1 : 0;
  for (const Load& other : model.loads) {
    for (const ControlledChannel& set : other.description().controls(model)) {
      count += set.load == load && set.channel == channel ? 1 : 0;
    }
  }
  violations.require(count <= 1, path, "must be the only one that commands it",
                     fmt::format("{} that command '{}' of '{}'", count, channel, load));
}

}  // namespace raftup::solver
