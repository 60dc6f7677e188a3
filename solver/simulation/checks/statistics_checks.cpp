#include <algorithm>
#include <set>

#include "solver/simulation/checks/known_outputs.hpp"
#include "solver/simulation/checks/model_checks.hpp"

namespace raftup::solver {

namespace {

constexpr double kLongestWarmUp = 1e9;  // s, so that the nanoseconds fit an int64 with room

template <typename Known, typename Rule>
void check_names_of_outputs(const std::vector<std::string>& names, const std::string& path,
                            Known known, Rule rule, Violations& violations) {
  std::set<std::string> seen;
  for (std::size_t i = 0; i < names.size(); ++i) {
    const std::string element = fmt::format("{}[{}]", path, i);
    const std::string value = fmt::format("'{}'", names[i]);
    violations.require(known(names[i]), element, rule(names[i]), value);
    violations.require(seen.insert(names[i]).second, element, "must be named once", value);
  }
}

void check_component(const StatisticsLimit& limit, int size, const std::string& path,
                     Violations& violations) {
  if (!limit.component) {
    violations.require(size == 1, path,
                       fmt::format("must be given for an output of {} numbers", size), "nothing");
    return;
  }
  violations.require(*limit.component >= 0 && *limit.component < size, path,
                     fmt::format("must lie within 0 to {}", size - 1),
                     std::to_string(*limit.component));
}

void check_limit(const StatisticsLimit& limit, KnownOutputs& known, const std::string& path,
                 Violations& violations) {
  violations.require(known.contains(limit.output), path + ".output", known.rule_for(limit.output),
                     fmt::format("'{}'", limit.output));
  if (known.contains(limit.output)) {
    check_component(limit, known.size(limit.output), path + ".component", violations);
  }
  violations.require(limit.below || limit.above, path, "must have below or above", "neither");
  if (limit.below) violations.require_finite(*limit.below, path + ".below");
  if (limit.above) violations.require_finite(*limit.above, path + ".above");
}

}  // namespace

void check_statistics(const Model& model, Violations& violations) {
  if (!model.statistics) return;
  const StatisticsOptions& options = *model.statistics;
  KnownOutputs known(model);
  violations.require_not_negative(options.warm_up, "statistics.warm_up");
  violations.require(!(options.warm_up > kLongestWarmUp), "statistics.warm_up",
                     fmt::format("must be at most {} s", kLongestWarmUp),
                     fmt::format("{}", options.warm_up));
  check_names_of_outputs(
      options.outputs, "statistics.outputs",
      [&](const std::string& name) { return known.contains(name); },
      [&](const std::string& name) { return known.rule_for(name); }, violations);
  check_names_of_outputs(
      options.turning_points, "statistics.turning_points",
      [&](const std::string& name) {
        return std::find(options.outputs.begin(), options.outputs.end(), name) !=
               options.outputs.end();
      },
      [](const std::string&) { return "must be one of statistics.outputs"; }, violations);
  check_names(options.limits, "statistics.limits", violations);
  for (std::size_t i = 0; i < options.limits.size(); ++i) {
    check_limit(options.limits[i], known, fmt::format("statistics.limits[{}]", i), violations);
  }
}

}  // namespace raftup::solver
