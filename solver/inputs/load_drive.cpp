#include "solver/inputs/load_drive.hpp"

#include "hydro/base/error.hpp"
#include "solver/model.hpp"

namespace raftup::solver {

namespace {

/// Null where the model has no winch of that name.
const Winch* find_winch(const Model& model, const std::string& name) {
  for (const Load& load : model.loads) {
    if (load.name == name) return std::get_if<Winch>(&load.kind);
  }
  return nullptr;
}

}  // namespace

Variable LoadDrive::variable(const std::string& name, const Model& model) const {
  const bool speed = find_winch(model, load)->speed.has_value();
  return {name, speed ? "m/s" : "N",
          fmt::format(fmt::runtime(speed ? "speed at which winch '{}' hauls in"
                                         : "tension that winch '{}' keeps"),
                      load),
          1, ""};
}

void LoadDrive::check(const Model& model, const std::string& path, Violations& violations) const {
  violations.require(find_winch(model, load) != nullptr, path, "must name a winch of the model",
                     fmt::format("'{}'", load));
}

void LoadDrive::check_sample(const Model& model, std::span<const double> values) const {
  if (values.empty()) return;
  require(find_winch(model, load)->speed || values[0] >= 0.0,
          fmt::format("force of winch '{}' must not be negative, got {}", load, values[0]));
}

}  // namespace raftup::solver
