#include "solver/model/inputs/configuration_input.hpp"

namespace raftup::solver {

Variable ConfigurationInput::variable(const std::string& name, const Model& /*model*/) const {
  return {name, unit.empty() ? "1" : unit, "value of an axis of a family of databases", 1, ""};
}

}  // namespace raftup::solver
