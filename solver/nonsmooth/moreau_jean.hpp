#pragma once

#include "solver/nonsmooth/nonsmooth_system.hpp"
#include "solver/nonsmooth/theta_step.hpp"

namespace raftup::solver::nonsmooth {

/// Data on the solution of a step.
struct StepReport {
  std::vector<std::size_t> active;  ///< the set I1: numbers of the interactions that were solved
  int iterations = 0;               ///< iterations of the one-step problem
  double residual = 0.0;            ///< natural_residual() of the solution of the one-step problem
};

/// The time stepping method of Moreau and Jean. Systems are integrated by the theta method. All
/// active interactions are solved in one problem per step, for the velocities and impulses of
/// systems of second order and the states of systems of first order. Events are not located in
/// time, so that impacts may accumulate. Not thread-safe.
/// @source Jean (1999); Acary and Brogliato (2008), chapter 10
class MoreauJean {
 public:
  /// @param grid  step h [s] > 0; theta from 0 to 1
  /// @throws Error(kInvalidArgument) if the step or theta is out of range
  MoreauJean(NonsmoothSystem system, const StepGrid& grid);

  const NonsmoothSystem& system() const { return system_; }
  const State& state() const { return state_; }
  double time() const { return static_cast<double>(state_.step_index) * grid_.step; }

  /// Continues from a state() of the same system.
  /// @throws Error(kInvalidArgument) if the sizes in `state` do not match the system
  void restore(const State& state);

  /// Computes one step of length h [s]. If it throws, the state is unchanged.
  /// @throws Error(kInternal) if the one-step problem has no solution within its tolerance, or a
  ///         value is no longer finite
  StepReport step();

 private:
  NonsmoothSystem system_;
  StepGrid grid_;
  State state_;
};

}  // namespace raftup::solver::nonsmooth
