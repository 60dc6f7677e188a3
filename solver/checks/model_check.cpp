#include "solver/checks/violations.hpp"
#include "solver/interactions/added_mass_assembly.hpp"
#include "solver/linear/definiteness.hpp"
#include "solver/multibody_system.hpp"

namespace raftup::solver {

namespace {

void check_environment(const Model& model, Violations& violations) {
  violations.require_not_negative(model.gravity, "environment.gravity");
  violations.require_positive(model.water_density, "environment.water_density");
  violations.require(model.water_depth > 0.0, "environment.water_depth", "must be positive",
                     fmt::format("{}", model.water_depth));
}

/// Variables are called after bodies, joints, loads and inputs: all their names differ.
void check_names_across_lists(const Model& model, Violations& violations) {
  const auto differ = [&](const auto& items, const char* path, const auto& others,
                          const char* other_path) {
    check_names_differ(items, path, others, other_path, violations);
  };
  differ(model.joints, "joints", model.bodies, "bodies");
  differ(model.loads, "loads", model.bodies, "bodies");
  differ(model.loads, "loads", model.joints, "joints");
  differ(model.inputs, "inputs", model.bodies, "bodies");
  differ(model.inputs, "inputs", model.joints, "joints");
  differ(model.inputs, "inputs", model.loads, "loads");
}

}  // namespace

void check_definiteness(const Model& model, Violations& violations) {
  std::vector<MatrixXd> infinite;
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    const std::optional<MatrixXd> filed = filed_added_mass(group);
    if (!filed) return;
    infinite.push_back(*filed);
  }
  const std::vector<AddedMass> added_masses = assemble_added_masses(model, infinite);
  if (const auto dof = find_indefinite_dof(model, added_masses)) {
    violations.require(false, fmt::format("bodies[{}].mass", dof->body),
                       "must make mass plus added mass positive definite", dof->description);
  }
}

std::vector<Violation> check(const Model& model) {
  Violations violations;
  check_environment(model, violations);
  check_bodies(model, violations);
  check_hydrodynamics(model, violations);
  check_added_mass_interactions(model, violations);
  check_joints(model, violations);
  check_loads(model, violations);
  check_inputs(model, violations);
  check_names_across_lists(model, violations);
  violations.require(model.step_ns > 0, "integration.step", "must be positive",
                     fmt::format("{} ns", model.step_ns));
  if (violations.empty()) check_definiteness(model, violations);
  return violations.list();
}

}  // namespace raftup::solver
