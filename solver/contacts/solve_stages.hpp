#pragma once

#include <vector>

#include "solver/model/contacts/contact_options.hpp"
#include "solver/nonsmooth/one_step/scaled_matrix.hpp"

namespace raftup::solver {

/// A contact that acts in a problem: its normal row and, with friction, the two rows after it.
struct StagedContact {
  Eigen::Index normal = 0;
  Eigen::Index rows = 3;  ///< 1 or 3
  FrictionSolve solve = FrictionSolve::kDirect;
};

/// Solves a problem with the method that each of its contacts asks for, all of them in the same
/// three stages. Rows that belong to no contact are those of joints.
///   1. directly: joints, and of contacts kDirect all rows; kSplit the normal row, with friction as
///      guessed; kDirectAndIterative all rows, with friction without bounds; kIterative none;
///   2. by Gauss-Seidel sweeps over the contacts, with friction of kSplit in the bounds of its
///   normal
///      force of stage 1. Joints keep their forces; if any contact is kIterative they are
///      eliminated
///      exactly;
///   3. directly: joints, and of contacts kDirect all rows; kSplit the normal row, with friction as
///      swept; kDirectAndIterative all rows, each friction row in the bounds that were found: a row
///      that slips in those of its own force, one that sticks in those of its normal force;
///      kIterative none.
/// @param problem  without its matrix
/// @param contacts those that act, in ascending order
/// @param guess    multipliers to begin with, one per row
/// @returns the residual of stage 3, that is of the rows that are solved directly
nonsmooth::OneStepSolution solve_in_stages(const nonsmooth::OneStepProblem& problem,
                                           const nonsmooth::ScaledMatrix& matrix,
                                           const std::vector<StagedContact>& contacts,
                                           const VectorXd& guess, double residual_aim);

}  // namespace raftup::solver
