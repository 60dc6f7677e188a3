#pragma once

#include <vector>

#include "solver/model/contacts/contact_options.hpp"
#include "solver/nonsmooth/one_step/scaled_matrix.hpp"

namespace raftup::solver {

/// A contact that acts in a problem: its normal row and, with friction, the two after it.
struct StagedContact {
  Eigen::Index normal = 0;
  Eigen::Index rows = 3;  ///< 1 or 3
  FrictionSolve solve = FrictionSolve::kDirect;
};

/// Solves a problem as its contacts ask for, all in the same three stages; rows of no contact are
/// those of joints:
///   1. directly: joints, and of contacts kDirect all; kSplit the normal, friction as guessed;
///      kDirectAndIterative all, friction without bounds; kIterative nothing, all as guessed;
///   2. by Gauss-Seidel sweeps over the contacts, friction of kSplit in the bounds of its normal
///      force of stage 1. Joints keep their forces; where any contact is kIterative they are
///      eliminated exactly;
///   3. directly: joints, and of contacts kDirect all; kSplit the normal, friction as swept;
///      kDirectAndIterative all, each friction row in the bounds that were found: what slips in
///      those of its own force, what sticks in those of its normal force; kIterative nothing.
/// @param problem  without its matrix
/// @param contacts those that act, ascending
/// @param guess    multipliers to begin with, one per row
/// @returns the residual of stage 3: of what is solved directly
nonsmooth::OneStepSolution solve_in_stages(const nonsmooth::OneStepProblem& problem,
                                           const nonsmooth::ScaledMatrix& matrix,
                                           const std::vector<StagedContact>& contacts,
                                           const VectorXd& guess, double residual_aim);

}  // namespace raftup::solver
