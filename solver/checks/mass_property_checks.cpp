#include <algorithm>

#include "solver/checks/model_checks.hpp"

namespace raftup::solver {

namespace {

/// Whether data of the model are about the centre of mass of a body.
bool has_data_about_center(const Model& model, const std::string& body) {
  const auto names_it = [&](const GroupBody& member) { return member.body == body; };
  return std::any_of(model.hydrodynamics.begin(), model.hydrodynamics.end(),
                     [&](const HydrodynamicGroup& group) {
                       return std::any_of(group.bodies.begin(), group.bodies.end(), names_it);
                     }) ||
         std::any_of(model.added_mass_interactions.begin(), model.added_mass_interactions.end(),
                     [&](const AddedMassInteraction& interaction) {
                       return interaction.body1 == body || interaction.body2 == body;
                     });
}

}  // namespace

void check_changed_bodies(const Model& before, const Model& after, Violations& violations) {
  check_bodies(after, violations);
  for (std::size_t i = 0; i < before.bodies.size(); ++i) {
    const RigidBody& body = before.bodies[i];
    const Vector3& center = after.bodies[i].center_of_mass;
    violations.require(center == body.center_of_mass || !has_data_about_center(before, body.name),
                       fmt::format("bodies[{}].center_of_mass", i),
                       "must stay where the hydrodynamic data of the body have it",
                       fmt::format("({}, {}, {})", center.x(), center.y(), center.z()));
  }
}

}  // namespace raftup::solver
