#pragma once

#include <cstdint>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver::nonsmooth {

struct SystemState {
  VectorXd coordinates;  ///< q or x
  VectorXd velocity;     ///< v; empty for systems of first order
  VectorXd input;        ///< of the last step, summed over all interactions: impulse p or r
};

struct InteractionState {
  std::vector<VectorXd> y;  ///< y[i]: derivative number i of the output
  /// lambda[i]: what the law puts against y[i]: impulses in lambda[1] of systems of second order,
  /// multipliers in lambda[0] of first order. 0 where the interaction is not active.
  std::vector<VectorXd> lambda;
};

/// Everything that the future of a nonsmooth system depends on. A plain value.
struct State {
  std::int64_t step_index = 0;
  std::vector<SystemState> systems;
  std::vector<InteractionState> interactions;
};

/// Bit for bit: -0.0 and 0.0 differ, equal NaN patterns are equal.
bool identical(const State& a, const State& b);

}  // namespace raftup::solver::nonsmooth
