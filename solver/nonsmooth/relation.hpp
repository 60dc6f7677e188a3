#pragma once

#include <functional>
#include <string>
#include <variant>

#include "hydro/numerics/types.hpp"
#include "solver/nonsmooth/dynamical_system.hpp"

namespace raftup::solver::nonsmooth {

/// A relation near the coordinates X0 (Q0) of its systems:
///   y = output + C (X - X0) + D lambda,   R = B lambda.
struct LinearizedRelation {
  VectorXd output;  ///< y at X0 and lambda = 0, size m
  MatrixXd C;       ///< m x (all coordinates)
  MatrixXd B;       ///< (all coordinates) x m
  MatrixXd D;       ///< m x m
};

/// Linear time-invariant: y = C X + D lambda + e, R = B lambda.
struct LinearRelation {
  MatrixXd output_matrix;      ///< C, m x (all coordinates)
  VectorXd offset = {};        ///< e, size m; left out: 0
  MatrixXd input_matrix = {};  ///< B; left out: C^T, the only choice for systems of second order
  MatrixXd feedthrough = {};   ///< D, m x m, systems of first order only; left out: 0

  Eigen::Index size() const { return output_matrix.rows(); }
  VectorXd output(const VectorXd& coordinates) const;
  LinearizedRelation linearize(const VectorXd& coordinates) const;
};

/// Any relation without time: y = h(X) with C(X) = dh/dX, R = B(X) lambda.
struct ScleronomicRelation {
  std::function<VectorXd(const VectorXd& X)> function;  ///< h, size m
  std::function<MatrixXd(const VectorXd& X)> jacobian;  ///< C, m x (all coordinates)
  /// B; left out: C^T, the only choice for systems of second order
  std::function<MatrixXd(const VectorXd& X)> input_matrix = {};

  VectorXd output(const VectorXd& coordinates) const { return function(coordinates); }
  LinearizedRelation linearize(const VectorXd& coordinates) const;
};

/// Links the local variables (y, lambda) of an interaction with the coordinates X (Q) of its
/// systems and their inputs R (P).
using Relation = std::variant<LinearRelation, ScleronomicRelation>;

/// y at the coordinates X, without the part of lambda.
VectorXd output(const Relation& relation, const VectorXd& coordinates);

LinearizedRelation linearize(const Relation& relation, const VectorXd& coordinates);

/// @param subject      how the message names the interaction
/// @param coordinates  X of its systems at t = 0
/// @param size         that its law asks for
/// @throws Error(kInvalidArgument) where a size does not fit, a function is missing, or systems of
///         second order are given an input matrix or a feedthrough
void check(const Relation& relation, const std::string& subject, const VectorXd& coordinates,
           Eigen::Index size, SystemOrder order);

}  // namespace raftup::solver::nonsmooth
