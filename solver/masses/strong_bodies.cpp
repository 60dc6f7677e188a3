#include "solver/masses/strong_bodies.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "solver/description/named_bodies.hpp"

namespace raftup::solver {

namespace {

std::vector<std::size_t> find_bodies(const Model& model, const std::vector<std::string>& names) {
  std::vector<std::size_t> bodies;
  for (const std::string& name : names) bodies.push_back(find_body(model, name));
  return bodies;
}

bool has_spring(const Joint& joint) {
  return std::any_of(joint.drives.begin(), joint.drives.end(), [](const JointDrive& drive) {
    return std::holds_alternative<SpringDamper>(drive.kind);
  });
}

/// Names of the bodies of everything that has a LoadJacobian, together where it may couple them.
std::vector<std::vector<std::string>> names_of_loads(const Model& model) {
  std::vector<std::vector<std::string>> names;
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    for (const GroupBody& member : group.bodies) names.push_back({member.body});
  }
  for (const Load& load : model.loads) {
    if (!std::holds_alternative<ConstantForce>(load.kind)) names.push_back(NamedBodies::of(load));
  }
  for (const Joint& joint : model.joints) {
    if (has_spring(joint)) names.push_back({joint.body1, joint.body2});
  }
  return names;
}

/// [row, column], row >= column, of the blocks of LoadJacobian between bodies that move.
std::set<std::pair<std::size_t, std::size_t>> blocks_of_loads(const Model& model) {
  std::set<std::pair<std::size_t, std::size_t>> blocks;
  for (const std::vector<std::string>& names : names_of_loads(model)) {
    std::vector<std::size_t> bodies;
    for (const std::string& name : names) {
      if (!has_body(model, name)) continue;  // the world
      const std::size_t body = find_body(model, name);
      if (model.bodies[body].motion != Motion::kStatic) bodies.push_back(body);
    }
    for (const std::size_t row : bodies) {
      for (const std::size_t column : bodies) {
        if (row >= column) blocks.emplace(row, column);
      }
    }
  }
  return blocks;
}

}  // namespace

std::vector<std::vector<std::size_t>> bodies_of_strong_terms(const Model& model) {
  std::vector<std::vector<std::size_t>> bodies;
  for (const auto& interaction : model.strong_interactions) {
    bodies.push_back(find_bodies(model, interaction->bodies()));
  }
  for (const StrongJoint& strong : model.strong_joints) {
    const Joint& joint = model.joints[find_joint(model, strong.joint).value()];
    bodies.push_back({find_body(model, joint.body1)});
    if (!joint.body2.empty()) bodies.back().push_back(find_body(model, joint.body2));
  }
  if (model.stepper != StepperKind::kMoreauJean) return bodies;
  for (const auto& [row, column] : blocks_of_loads(model)) {
    bodies.push_back(row == column ? std::vector{row} : std::vector{row, column});
  }
  return bodies;
}

}  // namespace raftup::solver
