#pragma once

#include <functional>
#include <string>
#include <variant>

#include "hydro/numerics/types.hpp"
#include "solver/nonsmooth/dynamical_system.hpp"

namespace raftup::solver::nonsmooth {

/// A relation linearized at the coordinates X0 (Q0) of its systems:
///   y = output + C (X - X0) + D lambda,   R = B lambda.
struct LinearizedRelation {
  VectorXd output;  ///< y at X0 with lambda = 0, size m
  MatrixXd C;       ///< derivative of y by the coordinates, m x (all coordinates)
  MatrixXd B;       ///< input matrix, (all coordinates) x m
  MatrixXd D;       ///< derivative of y by lambda, m x m
};

/// A linear time-invariant relation: y = C X + D lambda + e, R = B lambda.
struct LinearRelation {
  MatrixXd output_matrix;  ///< output matrix C, m x (all coordinates)
  VectorXd offset = {};    ///< e, size m; 0 if not given
  /// B; C^T if not given, which is the only choice for systems of second order
  MatrixXd input_matrix = {};
  MatrixXd feedthrough = {};  ///< D, m x m, only for systems of first order; 0 if not given

  Eigen::Index size() const { return output_matrix.rows(); }
  VectorXd output(const VectorXd& coordinates) const;
  LinearizedRelation linearize(const VectorXd& coordinates) const;
};

/// Any relation that does not depend on time: y = h(X) with C(X) = dh/dX, R = B(X) lambda.
struct ScleronomicRelation {
  std::function<VectorXd(const VectorXd& X)> function;  ///< output y = h(X), size m
  /// Derivative C = dh/dX, m x (all coordinates).
  std::function<MatrixXd(const VectorXd& X)> jacobian;
  /// B; C^T if not given, which is the only choice for systems of second order.
  std::function<MatrixXd(const VectorXd& X)> input_matrix = {};

  VectorXd output(const VectorXd& coordinates) const { return function(coordinates); }
  LinearizedRelation linearize(const VectorXd& coordinates) const;
};

/// A relation between the local variables (y, lambda) of an interaction and the coordinates X (Q)
/// and inputs R (P) of its systems.
using Relation = std::variant<LinearRelation, ScleronomicRelation>;

/// Computes y at the coordinates X for lambda = 0.
VectorXd output(const Relation& relation, const VectorXd& coordinates);

/// Linearizes a relation at the coordinates X.
LinearizedRelation linearize(const Relation& relation, const VectorXd& coordinates);

/// Checks a relation.
/// @param subject      name of the interaction in the message
/// @param coordinates  X of its systems at t = 0
/// @param size         number of rows of its law
/// @throws Error(kInvalidArgument) if a size does not match, a function is missing, or an input
///         matrix or a feedthrough is given for systems of second order
void check(const Relation& relation, const std::string& subject, const VectorXd& coordinates,
           Eigen::Index size, SystemOrder order);

}  // namespace raftup::solver::nonsmooth
