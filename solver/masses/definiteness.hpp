#pragma once

#include <optional>
#include <string>

#include "solver/masses/added_mass.hpp"
#include "solver/model.hpp"

namespace raftup::solver {

struct IndefiniteDof {
  std::size_t body;         ///< index in the model
  std::string description;  ///< "body 'float' heave"
};

/// The first moving dof at which rigid mass + added mass loses positive definiteness.
/// @param kinematics where the bodies are
std::optional<IndefiniteDof> find_indefinite_dof(const std::vector<RigidBody>& bodies,
                                                 const std::vector<AddedMass>& added_masses,
                                                 const Kinematics& kinematics);

}  // namespace raftup::solver
