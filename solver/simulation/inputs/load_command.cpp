#include "solver/model/inputs/load_command.hpp"

#include <algorithm>

#include "hydro/base/error.hpp"
#include "solver/loads/control/command.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

namespace {

std::span<const LoadOutput> commands_of(const Model& model, const std::string& load) {
  const Load* const found = find_load(model.loads, load);
  if (found == nullptr) return {};
  return found->description().commands();
}

const LoadOutput* find_command(const Model& model, const LoadCommand& input) {
  const std::span<const LoadOutput> commands = commands_of(model, input.load);
  const auto found = std::find_if(commands.begin(), commands.end(), [&](const LoadOutput& command) {
    return command.name == input.channel;
  });
  return found == commands.end() ? nullptr : &*found;
}

}  // namespace

Variable LoadCommand::variable(const std::string& name, const Model& model) const {
  const LoadOutput& command = *find_command(model, *this);
  return {name, command.unit, fmt::format(fmt::runtime(command.description), load), 1, ""};
}

void LoadCommand::check(const Model& model, const std::string& path, Violations& violations) const {
  const std::span<const LoadOutput> commands = commands_of(model, load);
  violations.require(!commands.empty(), path + ".load", "must name a load that takes commands",
                     fmt::format("'{}'", load));
  if (commands.empty()) return;
  std::string names;
  for (const LoadOutput& command : commands) {
    names += (names.empty() ? "" : ", ") + std::string(command.name);
  }
  violations.require(find_command(model, *this) != nullptr, path + ".channel",
                     fmt::format("must be one of {}", names), fmt::format("'{}'", channel));
  require_one_writer(model, load, channel, path, violations);
}

void LoadCommand::check_sample(const Model& model, std::span<const double> values) const {
  const Load* const commanded = find_load(model.loads, load);
  if (values.empty() || commanded == nullptr) return;
  commanded->description().check_command(load, channel, values[0]);
}

Variable LoadEnabled::variable(const std::string& name, const Model& /*model*/) const {
  return {name, "1", fmt::format("whether load '{}' acts: 0 or 1", load), 1, ""};
}

void LoadEnabled::check(const Model& model, const std::string& path, Violations& violations) const {
  violations.require(find_load(model.loads, load) != nullptr, path, "must name a load of the model",
                     fmt::format("'{}'", load));
}

}  // namespace raftup::solver
