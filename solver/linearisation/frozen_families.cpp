#include "solver/linearisation/frozen_families.hpp"

#include <memory>

#include "hydro/configurations/blend.hpp"
#include "solver/water/groups/pair_configuration.hpp"

namespace raftup::solver {

Model with_frozen_families(const Model& model, const State* state) {
  Model frozen = model;
  Kinematics bodies = initial_kinematics(model);
  for (std::size_t i = 0; state != nullptr && i < bodies.size(); ++i) {
    read_motion(state->bodies[i], bodies[i]);
  }
  for (HydrodynamicGroup& group : frozen.hydrodynamics) {
    if (group.family == nullptr) continue;
    group.database = std::make_shared<const hydro::Database>(
        hydro::blend(*group.family, PairConfiguration(model, group).weights(bodies)));
    group.family = nullptr;
    group.configurations.reset();
  }
  return frozen;
}

}  // namespace raftup::solver
