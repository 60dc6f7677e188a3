#include <fmt/format.h>
#include <fmt/ranges.h>

#include "solver/dynamics/islands/islands.hpp"
#include "solver/simulation/findings/model_findings.hpp"

namespace raftup::solver {

namespace {

/// Names of the loads of a part that act over steps.
std::string lines_of(const Model& part) {
  std::vector<std::string> names;
  for (const Load& load : part.loads) {
    if (load.description().acts_over_steps()) names.push_back(load.name);
  }
  return names.empty() ? std::string() : fmt::format("'{}'", fmt::join(names, "', '"));
}

}  // namespace

void add_stepper_findings(const Model& model, const Islands& islands, Findings& findings) {
  for (const auto& island : islands.all()) {
    const std::string lines = lines_of(island->part().model);
    const StepperKind taken = island->stepper_kind();
    if (lines.empty() || model.stepper == taken) continue;
    const bool named = model.stepper && *model.stepper != StepperKind::kByReach;
    findings.push_back(
        {"line_stepper", named ? Severity::kWarning : Severity::kInfo,
         named ? fmt::format("integration.stepper should be {0}, since lines are solved together "
                             "with their bodies, is {1}; {0} was taken for {2}",
                             name_of(taken), name_of(*model.stepper), lines)
               : fmt::format("{} was taken for {}: lines are solved together with their bodies",
                             name_of(taken), lines),
         0.0});
  }
}

}  // namespace raftup::solver
