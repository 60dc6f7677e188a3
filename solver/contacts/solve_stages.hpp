#pragma once

#include <vector>

#include "solver/model/contacts/contact_options.hpp"
#include "solver/nonsmooth/one_step/scaled_matrix.hpp"

namespace raftup::solver {

/// A contact that acts in a problem: the index of its normal row; with friction, two tangent rows
/// follow.
struct StagedContact {
  Eigen::Index normal = 0;
  Eigen::Index rows = 3;  ///< number of its rows, 1 or 3
  FrictionSolve solve = FrictionSolve::kDirect;
};

/// Solves a problem in three stages with the FrictionSolve method of each contact. Rows that belong
/// to no contact are rows of joints.
///   1. A direct solution of joints and contacts. kDirect: all rows; kSplit: the normal row, with
///      friction fixed at the guess; kDirectAndIterative: all rows, with unbounded friction;
///      kIterative: no row.
///   2. Gauss-Seidel sweeps over all contacts. Friction of kSplit is bounded by its normal force
///      of stage 1. Joints keep their forces; if any contact is kIterative, unbounded rows of
///      joints are eliminated exactly instead.
///   3. A direct solution of joints and contacts. kDirect: all rows; kSplit: the normal row, with
///      friction fixed at the result of the sweeps; kDirectAndIterative: all rows, with bounds on
///      each friction row, which are its own force if the contact slips and the bound by its
///      normal force if it sticks; kIterative: no row.
/// @param problem      without its matrix
/// @param matrix       of the problem
/// @param contacts     those that act, in ascending order
/// @param guess        multipliers with which the solution begins, one per row
/// @param residual_aim residual at which the direct solutions end
/// @returns the multipliers; its residual is that of stage 3, of the rows that are solved directly
nonsmooth::OneStepSolution solve_in_stages(const nonsmooth::OneStepProblem& problem,
                                           const nonsmooth::ScaledMatrix& matrix,
                                           const std::vector<StagedContact>& contacts,
                                           const VectorXd& guess, double residual_aim);

}  // namespace raftup::solver
