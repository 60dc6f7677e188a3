#include "server/model/output_builder.hpp"

#include <fmt/format.h>

#include <set>

#include "solver/outputs/output_catalogue.hpp"

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
                                       Violations& violations) {
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

}  // namespace raftup::server
