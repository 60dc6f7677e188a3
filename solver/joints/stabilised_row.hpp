#pragma once

#include "solver/joints/constraint_block.hpp"

namespace raftup::solver {

/// A row over one step h, in the way of SPOOK: drawn back to g = 0 and yielding as its law says,
///   G v+ + sigma lambda = target, lambda an impulse [N s, N m s],
///   sigma = (4/h^2) eps Upsilon, target = -(4/h) Upsilon g + Upsilon G v,
///   Upsilon = 1 / (1 + 4 tau/h).
/// @source Lacoursiere (2007)
struct StabilisedRow {
  double sigma;   ///< 1/kg, 1/(kg m2); 0 of a rigid row
  double target;  ///< m/s, rad/s

  /// @param step          h [s]
  /// @param compliance    eps [m/N, rad/(N m)]
  /// @param damping_time  tau [s]
  /// @param violation     g [m, rad] where the step begins
  /// @param speed         G v [m/s, rad/s] there
  StabilisedRow(double step, double compliance, double damping_time, double violation,
                double speed) {
    const double upsilon = 1.0 / (1.0 + 4.0 * damping_time / step);
    sigma = 4.0 / (step * step) * compliance * upsilon;
    target = upsilon * (speed - 4.0 / step * violation);
  }
};

}  // namespace raftup::solver
