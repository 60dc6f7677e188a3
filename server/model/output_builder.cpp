#include <fmt/format.h>

#include <set>

#include "server/model/model_parts.hpp"
#include "solver/simulation/outputs/output_catalogue.hpp"

namespace raftup::server {

namespace {

std::vector<std::string> usual_outputs(const solver::Model& model) {
  std::vector<std::string> names;
  for (const solver::RigidBody& body : model.bodies) {
    for (const char* quantity :
         {"position", "orientation", "linear_velocity", "angular_velocity", "displacement"}) {
      names.push_back(body.name + "." + quantity);
    }
  }
  names.emplace_back("sea.elevation");
  return names;
}

}  // namespace

std::vector<std::string> build_outputs(const v1::Model& message, const solver::Model& model,
                                       FieldViolations& violations) {
  if (message.outputs().empty()) return usual_outputs(model);
  std::set<std::string> known;
  for (const solver::Output& output : solver::list_outputs(model)) {
    known.insert(output.variable.name);
  }
  std::set<std::string> seen;
  std::vector<std::string> names;
  for (int i = 0; i < message.outputs_size(); ++i) {
    const std::string& name = message.outputs(i);
    const std::string path = fmt::format("outputs[{}]", i);
    const bool exists =
        violations.expect(known.contains(name), path, "must be an output of the session", name);
    const bool first =
        violations.expect(seen.insert(name).second, path, "must be named once", name);
    if (exists && first) names.push_back(name);
  }
  return names;
}

namespace {

solver::StatisticsLimit build_limit(const v1::Limit& message) {
  solver::StatisticsLimit limit{message.name(), message.output(), {}, {}, {}};
  if (message.has_component()) limit.component = message.component();
  if (message.has_below()) limit.below = message.below();
  if (message.has_above()) limit.above = message.above();
  return limit;
}

}  // namespace

solver::StatisticsOptions build_statistics(const v1::Statistics& message,
                                           const std::vector<std::string>& outputs) {
  solver::StatisticsOptions options;
  options.warm_up = message.warm_up();
  options.outputs.assign(message.outputs().begin(), message.outputs().end());
  if (options.outputs.empty()) options.outputs = outputs;
  options.turning_points.assign(message.turning_points().begin(), message.turning_points().end());
  for (const v1::Limit& limit : message.limits()) options.limits.push_back(build_limit(limit));
  return options;
}

void complete_statistics(const solver::StatisticsOptions& options, v1::Statistics& message) {
  message.mutable_outputs()->Assign(options.outputs.begin(), options.outputs.end());
  for (v1::Limit& limit : *message.mutable_limits()) {
    if (!limit.has_component()) limit.set_component(0);
  }
}

}  // namespace raftup::server
