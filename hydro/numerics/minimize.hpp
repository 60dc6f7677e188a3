#pragma once

#include <functional>

#include "hydro/numerics/types.hpp"

namespace raftup {

/// A smooth function: it returns its value at x and writes its gradient, which has the size of x.
using SmoothFunction = std::function<double(const VectorXd& x, VectorXd& gradient)>;

/// Minimizes a function from a start point x by the limited-memory method of Broyden, Fletcher,
/// Goldfarb and Shanno. Each step is halved until the value decreases sufficiently in proportion to
/// the slope (Armijo's condition). Deterministic.
/// @param x          start point; on return the point of the lowest value found
/// @param units      changes of the variables that have roughly the same effect on the value, > 0
/// @param iterations greatest number of steps
/// @returns the value at the final x
/// @source Liu and Nocedal (1989)
double minimize(const SmoothFunction& function, VectorXd& x, const VectorXd& units, int iterations);

}  // namespace raftup
