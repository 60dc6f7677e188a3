#include "solver/model/inputs/load_drive.hpp"

#include "solver/model/inputs/load_command.hpp"
#include "solver/model/model.hpp"

namespace raftup::solver {

std::string_view LoadDrive::channel(const Model& model) const {
  const Load* const driven = find_load(model.loads, load);
  return driven == nullptr ? "" : driven->description().drive_channel();
}

Variable LoadDrive::variable(const std::string& name, const Model& model) const {
  return LoadCommand{load, std::string(channel(model))}.variable(name, model);
}

void LoadDrive::check(const Model& model, const std::string& path, Violations& violations) const {
  violations.require(!channel(model).empty(), path, "must name a winch of the model",
                     fmt::format("'{}'", load));
}

void LoadDrive::check_sample(const Model& model, std::span<const double> values) const {
  LoadCommand{load, std::string(channel(model))}.check_sample(model, values);
}

}  // namespace raftup::solver
