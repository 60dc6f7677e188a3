#pragma once

#include <vector>

#include "solver/model.hpp"

namespace raftup::solver {

/// Bodies of everything that stands in the system matrix beside the masses (StrongTerms), by index
/// in the model: users' own interactions, then strong joints, then with the stepper kMoreauJean the
/// loads, by bodies and by pairs [row, column] of bodies that move, row > column.
std::vector<std::vector<std::size_t>> bodies_of_strong_terms(const Model& model);

}  // namespace raftup::solver
