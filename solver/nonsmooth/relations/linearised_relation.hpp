#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::solver::nonsmooth {

/// A relation near the coordinates X0 (Q0) of its systems:
///   y = output + C (X - X0) + D lambda,   R = B lambda.
struct LinearisedRelation {
  VectorXd output;  ///< y at X0 and lambda = 0, size m
  MatrixXd C;       ///< m x (all coordinates)
  MatrixXd B;       ///< (all coordinates) x m
  MatrixXd D;       ///< m x m
};

}  // namespace raftup::solver::nonsmooth
