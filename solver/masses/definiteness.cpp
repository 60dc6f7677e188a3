#include "solver/masses/definiteness.hpp"

#include <fmt/format.h>

#include "solver/masses/added_mass_assembly.hpp"
#include "solver/masses/world_system_matrix.hpp"

namespace raftup::solver {

std::optional<IndefiniteDof> find_indefinite_dof(const std::vector<RigidBody>& bodies,
                                                 const std::vector<AddedMass>& added_masses,
                                                 const Kinematics& kinematics) {
  for (const MassGroup& group : find_mass_groups(bodies.size(), added_masses)) {
    WorldSystemMatrix W(bodies, added_masses, group);
    if (const auto dof = W.find_indefinite_dof(kinematics)) {
      return IndefiniteDof{dof->body, describe_dof({bodies[dof->body].name}, dof->dof)};
    }
  }
  return std::nullopt;
}

}  // namespace raftup::solver
