#pragma once

#include "solver/nonsmooth/nonsmooth_system.hpp"
#include "solver/nonsmooth/theta_step.hpp"

namespace raftup::solver::nonsmooth {

/// The result of a step.
struct StepReport {
  std::vector<std::size_t> active;  ///< I1: numbers of the interactions that were solved
  int iterations = 0;               ///< of the one-step problem
  double residual = 0.0;            ///< of the one-step problem, natural_residual()
};

/// The time stepping of Moreau and Jean: systems by the theta method, all active interactions by
/// one solve per step, on the velocities (and impulses) of systems of second order and the states
/// of those of first order. No event is located, impacts may pile up. Not thread-safe.
/// @source Jean (1999); Acary and Brogliato (2008), chapter 10
class MoreauJean {
 public:
  /// @param grid  step h [s] > 0; theta in 0..1
  /// @throws Error(kInvalidArgument)
  MoreauJean(NonsmoothSystem system, const StepGrid& grid);

  const NonsmoothSystem& system() const { return system_; }
  const State& state() const { return state_; }
  double time() const { return static_cast<double>(state_.step_index) * grid_.step; }

  /// Continues from a copy of state() of the same system.
  /// @throws Error(kInvalidArgument) if its sizes do not fit
  void restore(const State& state);

  /// Takes one step of length h [s]. It completes, or throws and changes nothing.
  /// @throws Error(kInternal) if the one-step problem has no solution within its tolerance, or a
  ///         value is no longer finite
  StepReport step();

 private:
  NonsmoothSystem system_;
  StepGrid grid_;
  State state_;
};

}  // namespace raftup::solver::nonsmooth
