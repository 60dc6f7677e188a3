#pragma once

#include <optional>
#include <string>

#include "solver/interactions/added_mass.hpp"
#include "solver/model.hpp"

namespace raftup::solver {

struct IndefiniteDof {
  std::size_t body;         ///< index in the model
  std::string description;  ///< "body 'float' heave"
};

/// The first moving dof at which rigid mass + added mass at t = 0 loses positive definiteness.
std::optional<IndefiniteDof> find_indefinite_dof(const Model& model,
                                                 const std::vector<AddedMass>& added_masses);

}  // namespace raftup::solver
