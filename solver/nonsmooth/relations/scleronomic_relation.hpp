#pragma once

#include <functional>

#include "solver/nonsmooth/relations/linearised_relation.hpp"

namespace raftup::solver::nonsmooth {

/// Any relation without time: y = h(X) with C(X) = dh/dX, R = B(X) lambda.
struct ScleronomicRelation {
  std::function<VectorXd(const VectorXd& X)> function;  ///< h, size m
  std::function<MatrixXd(const VectorXd& X)> jacobian;  ///< C, m x (all coordinates)
  /// B; left out: C^T, the only choice for systems of second order
  std::function<MatrixXd(const VectorXd& X)> input_matrix = {};

  VectorXd output(const VectorXd& coordinates) const { return function(coordinates); }
  LinearisedRelation linearise(const VectorXd& coordinates) const;
};

}  // namespace raftup::solver::nonsmooth
