#pragma once

#include <optional>
#include <string>
#include <vector>

#include "solver/model/model.hpp"

namespace raftup::solver {

/// Rows that rigid joints hold at t = 0 though others hold the same already, as those of the second
/// hinge of a door. They are solved, the least forces of many that would do. Where joints conflict,
/// as one to the ground and one to a crane that moves away, all stay open by the least amount
/// (`<joint>.gap`) and their forces say no more than that; `midpoint` refuses such a step where
/// directions conflict.
struct RedundantJoints {
  int rows = 0;                     ///< how many could be left out
  std::vector<std::string> joints;  ///< that have such rows, seen in the order of elimination
};

/// Redundant rows among the enabled joints of a checked model: dependent columns of G^T over the
/// dofs that move, each row scaled to 1. Rows with limits, of compliant joints and between dofs
/// that do not move count for nothing.
/// @source de Jalon and Bayo, Kinematic and Dynamic Simulation of Multibody Systems (1994); rank by
///         QR: Golub and Van Loan (2013)
std::optional<RedundantJoints> find_redundant_joints(const Model& model);

}  // namespace raftup::solver
