#include "solver/linear/definiteness.hpp"

#include <fmt/format.h>

#include "solver/interactions/added_mass_assembly.hpp"
#include "solver/linear/world_system_matrix.hpp"
#include "solver/multibody_system.hpp"

namespace raftup::solver {

std::optional<IndefiniteDof> find_indefinite_dof(const Model& model,
                                                 const std::vector<AddedMass>& added_masses) {
  const Kinematics initial = initial_kinematics(model);
  for (const Island& island : find_islands(model.bodies.size(), added_masses)) {
    WorldSystemMatrix W(model.bodies, added_masses, island);
    if (const auto dof = W.find_indefinite_dof(initial)) {
      return IndefiniteDof{dof->body, describe_dof({model.bodies[dof->body].name}, dof->dof)};
    }
  }
  return std::nullopt;
}

}  // namespace raftup::solver
