#include <algorithm>

#include "solver/dynamics/steppers/stepper.hpp"
#include "solver/model/checks/field_checks.hpp"
#include "solver/simulation/checks/model_checks.hpp"

namespace raftup::solver {

namespace {

void check_users_own(const Model& model, Violations& violations) {
  for (std::size_t i = 0; i < model.strong_interactions.size(); ++i) {
    const std::vector<std::string> bodies = model.strong_interactions[i]->bodies();
    const std::string path = fmt::format("strong_interactions[{}]", i);
    violations.require(!bodies.empty(), path, "must name a body", "none");
    for (std::size_t j = 0; j < bodies.size(); ++j) {
      require_body(model, bodies[j], path, violations);
      violations.require(std::count(bodies.begin(), bodies.end(), bodies[j]) == 1, path,
                         "must name each body once", fmt::format("'{}'", bodies[j]));
    }
  }
}

void check_strong_joints(const Model& model, Violations& violations) {
  check_names(model.strong_joints, "strong_interactions", violations);
  for (std::size_t i = 0; i < model.strong_joints.size(); ++i) {
    const std::string& name = model.strong_joints[i].joint;
    const std::string path = fmt::format("strong_interactions[{}].joint", i);
    const std::optional<std::size_t> joint = find_joint(model, name);
    violations.require(joint.has_value(), path, "must name a joint", fmt::format("'{}'", name));
    if (!joint) continue;
    for (std::size_t j = 0; j < i; ++j) {
      violations.require(model.strong_joints[j].joint != name, path,
                         fmt::format("must differ from strong_interactions[{}].joint", j),
                         fmt::format("'{}'", name));
    }
    violations.require(model.joints[*joint].compliance > 0.0,
                       fmt::format("joints[{}].compliance", *joint),
                       fmt::format("must be positive for strong_interactions[{}]", i), "0");
  }
}

}  // namespace

void check_strong_interactions(const Model& model, Violations& violations) {
  check_users_own(model, violations);
  check_strong_joints(model, violations);
  const bool none = model.strong_interactions.empty() && model.strong_joints.empty();
  const bool chosen = !model.stepper || *model.stepper == StepperKind::kByReach;
  if (none || chosen || steps_by_impulses(*model.stepper)) return;
  violations.require(false, "integration.stepper",
                     "must be spook or moreau_jean where strong interactions act",
                     std::string(name_of(*model.stepper)));
}

}  // namespace raftup::solver
