#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup {

/// Weights of the polynomial through `nodes` at x: p(x) = sum of weight[k] * value[k].
/// @param nodes distinct; one node gives a constant
VectorXd lagrange_weights(const VectorXd& nodes, double x);

/// Gauss-Legendre quadrature of n points on [0, 1], exact for polynomials of degree 2n - 1.
struct GaussLegendre {
  VectorXd points, weights;
};

/// @param count number of points, >= 1
GaussLegendre gauss_legendre(Eigen::Index count);

}  // namespace raftup
