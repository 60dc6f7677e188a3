#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup {

/// Exact integral transforms of functions that are linear between the points of a grid:
/// f(x) = sum over k of f[k] hat_k(x), zero outside the grid. Every function returns the weights w
/// of one output point: transform = sum over k of w[k] f[k].
/// @param grid strictly increasing, size n >= 2

/// Integral of f(x) cos(x y) over the grid.
VectorXd cosine_weights(const VectorXd& grid, double y);

/// Principal value of the integral of f(x) / (x^2 - y^2) over the grid, y > 0.
/// Valid where f vanishes at the last point (a jump there has a logarithmic pole).
VectorXd dispersion_weights(const VectorXd& grid, double y);

/// Value f(x); zero outside the grid.
VectorXd linear_weights(const VectorXd& grid, double x);

/// Weights of the trapezoidal rule.
VectorXd trapezoid_weights(const VectorXd& grid);

}  // namespace raftup
