#include "solver/linear/definiteness.hpp"

#include <fmt/format.h>

#include "solver/interactions/added_mass_assembly.hpp"
#include "solver/linear/world_system_matrix.hpp"

namespace raftup::solver {

std::optional<IndefiniteDof> find_indefinite_dof(const std::vector<RigidBody>& bodies,
                                                 const std::vector<AddedMass>& added_masses,
                                                 const Kinematics& kinematics) {
  for (const Island& island : find_islands(bodies.size(), added_masses)) {
    WorldSystemMatrix W(bodies, added_masses, island);
    if (const auto dof = W.find_indefinite_dof(kinematics)) {
      return IndefiniteDof{dof->body, describe_dof({bodies[dof->body].name}, dof->dof)};
    }
  }
  return std::nullopt;
}

}  // namespace raftup::solver
