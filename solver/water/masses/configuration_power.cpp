#include "solver/water/masses/configuration_power.hpp"

#include <utility>

#include "solver/water/masses/added_mass_assembly.hpp"

namespace raftup::solver {

ConfigurationPower::ConfigurationPower(const Model& model,
                                       const std::vector<GroupMemories>& memories)
    : current_(model) {
  const std::vector<NodeMatrices> infinite = infinite_added_masses(memories);
  for (std::size_t i = 0; i < model.hydrodynamics.size(); ++i) {
    const HydrodynamicGroup& group = model.hydrodynamics[i];
    if (group.family == nullptr || group.family->axes.empty()) continue;
    auto added_mass = blended_added_mass(model, group, infinite[i]);
    if (added_mass == nullptr) continue;
    groups_.push_back({group.name, bodies_of(model, group), std::move(added_mass)});
  }
}

double ConfigurationPower::of(const std::string& group, const Kinematics& bodies,
                              double time) const {
  for (const Group& each : groups_) {
    if (each.name != group) continue;
    VectorXd nu(first_dof(each.bodies.size()));
    for (std::size_t i = 0; i < each.bodies.size(); ++i) {
      const BodyKinematics& body = bodies[each.bodies[i]];
      Vector6 velocity = body.velocity;
      if (!current_.empty()) velocity -= current_.at(each.bodies[i], time);
      nu.segment<kDofs>(first_dof(i)) = body.heading.from_world(velocity);
    }
    return each.added_mass->given_power(bodies, nu);
  }
  return 0.0;
}

}  // namespace raftup::solver
