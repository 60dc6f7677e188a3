#pragma once

#include "solver/nonsmooth/nonsmooth_system.hpp"
#include "solver/nonsmooth/one_step/one_step_problem.hpp"
#include "solver/nonsmooth/theta_step.hpp"

namespace raftup::solver::nonsmooth {

/// The one-step problem of the active interactions of a step, over the free motion of their
/// systems,
///   M_ab = sum over d in DS_a cap DS_b of C_a,d W_d^-1 B_b,d (+ D_a for a = b).
/// It also maps multipliers of the solution to inputs of the systems.
/// @source Acary and Brogliato (2008)
class StepAssembly {
 public:
  /// @param free    the step without input of each system
  /// @param active  the interactions to solve, ascending
  StepAssembly(const NonsmoothSystem& system, const State& state, const StepGrid& grid,
               const std::vector<ThetaStep>& free, const std::vector<std::size_t>& active);

  const OneStepProblem& problem() const { return problem_; }

  /// The multipliers of the active interactions in a state, one after the other.
  VectorXd multipliers(const State& state) const;
  /// Writes multipliers to a state, and 0 for the interactions that are not active.
  void store(const VectorXd& multipliers, State& state) const;
  /// The input r_d of each system d: the sum over its interactions of its part of B lambda.
  std::vector<VectorXd> inputs(const VectorXd& multipliers) const;

 private:
  void add_law(std::size_t place, const State& state, const StepGrid& grid);
  void add_free_motion(std::size_t place, const std::vector<ThetaStep>& free);
  void add_responses(std::size_t place, const std::vector<ThetaStep>& free);

  const NonsmoothSystem& system_;
  const std::vector<std::size_t>& active_;
  std::vector<LinearizedRelation> relations_;  ///< relations of the active interactions, linearized
  /// First row of each active interaction; last, the number of all rows.
  std::vector<Eigen::Index> rows_;
  OneStepProblem problem_;
};

}  // namespace raftup::solver::nonsmooth
