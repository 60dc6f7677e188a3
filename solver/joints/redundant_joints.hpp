#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solver/model/model.hpp"

namespace raftup::solver {

/// Rows of rigid joints that at t = 0 hold what others hold already, as those of the second hinge
/// of a door. They are solved by the smallest of all possible forces. If joints conflict, as one to
/// the ground and one to a crane that moves away do, all of them stay open by the smallest possible
/// amount (`<joint>.gap`), and their forces have no other meaning; the stepper `midpoint` refuses a
/// step in which directions conflict.
struct RedundantJoints {
  int rows = 0;                     ///< number of rows that could be left out
  std::vector<std::string> joints;  ///< joints with such rows, in the order of elimination
};

/// Finds the redundant rows among the enabled joints of a checked model: dependent columns of G^T
/// over the dofs that move, with each row scaled to length 1. Rows with limits, rows of compliant
/// joints and rows between dofs that do not move are not counted.
/// @source de Jalon and Bayo, Kinematic and Dynamic Simulation of Multibody Systems (1994); rank by
///         QR: Golub and Van Loan (2013)
std::optional<RedundantJoints> find_redundant_joints(const Model& model);

}  // namespace raftup::solver
