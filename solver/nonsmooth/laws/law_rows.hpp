#pragma once

#include <limits>
#include <optional>

#include "solver/nonsmooth/dynamical_system.hpp"

namespace raftup::solver::nonsmooth {

inline constexpr double kUnbounded = std::numeric_limits<double>::infinity();

/// What a law can depend on when a step begins.
struct LawContext {
  SystemOrder order;            ///< of the systems of the interaction
  double step;                  ///< h [s]
  const VectorXd& rate_before;  ///< dy/dt where the step begins; empty for systems of first order
};

/// A law for one step, between the multipliers lambda and w = y+ + shift, where y+ is the output
/// at the end of the step: y for systems of first order, dy/dt for those of second order, whose
/// lambda is an impulse. Per row
///   lower < lambda < upper: w = 0;  lambda = lower: w >= 0;  lambda = upper: w <= 0,
/// but where `friction` is given, the rows after row 0 are tangential: |lambda_T| <=
/// friction lambda_0, and lambda_T = -friction lambda_0 w_T / |w_T| where w_T is not 0.
struct LawRows {
  VectorXd shift, lower, upper;
  std::optional<double> friction;
};

}  // namespace raftup::solver::nonsmooth
