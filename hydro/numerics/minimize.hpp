#pragma once

#include <functional>

#include "hydro/numerics/types.hpp"

namespace raftup {

/// Value of a smooth function at x; fills the gradient, which has the size of x.
using SmoothFunction = std::function<double(const VectorXd& x, VectorXd& gradient)>;

/// Goes downhill from x by the limited-memory method of Broyden, Fletcher, Goldfarb and Shanno:
/// steps are halved until the value falls as the slope promises (Armijo). Deterministic.
/// @param x          start; on return the lowest point found
/// @param units      > 0: by so much each variable changes the value alike, roughly
/// @param iterations at most so many steps
/// @returns the value at x
/// @source Liu and Nocedal (1989)
double minimize(const SmoothFunction& function, VectorXd& x, const VectorXd& units, int iterations);

}  // namespace raftup
