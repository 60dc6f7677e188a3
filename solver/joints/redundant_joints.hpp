#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solver/model/model.hpp"

namespace raftup::solver {

/// Constraint rows of rigid joints that at t = 0 only repeat constraints of other rows, as those of
/// the second hinge of a door. The solution for redundant rows has the smallest possible forces. If
/// joints are in conflict, as one to the ground and one to a crane that moves away, all of them
/// deviate by the smallest possible amount (`<joint>.gap`), and their forces have no physical
/// meaning. The stepper `midpoint` refuses a step in which rows are in conflict.
struct RedundantJoints {
  int rows = 0;  ///< number of rows that could be left out
  /// names of the joints with such rows, in the order of elimination
  std::vector<std::string> joints;
};

/// Finds the redundant rows of the enabled joints of a checked model: dependent columns of G^T over
/// the dofs that can move, with each row scaled to length 1. Rows with bounds, rows of compliant
/// joints and rows between dofs that cannot move are not counted.
/// @returns none if there are no redundant rows
/// @source de Jalon and Bayo, Kinematic and Dynamic Simulation of Multibody Systems (1994); rank by
///         QR: Golub and Van Loan (2013)
std::optional<RedundantJoints> find_redundant_joints(const Model& model);

}  // namespace raftup::solver
