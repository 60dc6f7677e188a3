#include "solver/nonsmooth/one_step/mixed_complementarity.hpp"

#include <cmath>

#include "hydro/numerics/dense.hpp"
#include "solver/nonsmooth/one_step/linear_complementarity.hpp"

namespace raftup::solver::nonsmooth {

namespace {

using Rows = std::vector<Eigen::Index>;

/// The rows with bounds after the free ones, lambda_f = offset + matrix lambda_b, are eliminated.
struct FreeElimination {
  Rows free, bounded;
  MatrixXd matrix;
  VectorXd offset;
};

FreeElimination eliminate_free_rows(const OneStepProblem& problem) {
  FreeElimination elimination;
  for (Eigen::Index i = 0; i < problem.size(); ++i) {
    const bool bounded = std::isfinite(problem.lower[i]) || std::isfinite(problem.upper[i]);
    (bounded ? elimination.bounded : elimination.free).push_back(i);
  }
  const Rows& f = elimination.free;
  const Rows& b = elimination.bounded;
  if (f.empty()) return {f, b, MatrixXd::Zero(0, problem.size()), VectorXd::Zero(0)};
  const auto rows = static_cast<Eigen::Index>(f.size());
  const auto columns = static_cast<Eigen::Index>(b.size());
  MatrixXd right_sides(rows, columns + 1);
  right_sides << problem.matrix(f, b), problem.offset(f);
  const MatrixXd M_ff = problem.matrix(f, f);
  const MatrixXd solved = solve_minimum_norm(M_ff, right_sides);
  elimination.matrix = -solved.leftCols(columns);
  elimination.offset = -solved.col(columns);
  return elimination;
}

/// The bounded rows as z >= 0: lambda = anchor + sign z, with a slack row per boxed row.
struct Orthant {
  VectorXd anchor, sign;
  Rows boxed;  ///< numbers within the bounded rows
  MatrixXd M;
  VectorXd q;
};

Orthant to_orthant(const MatrixXd& M, const VectorXd& q, const VectorXd& lower,
                   const VectorXd& upper) {
  const Eigen::Index n = q.size();
  Orthant orthant;
  orthant.anchor = lower;
  orthant.sign = VectorXd::Ones(n);
  for (Eigen::Index i = 0; i < n; ++i) {
    if (!std::isfinite(lower[i])) {
      orthant.anchor[i] = upper[i];
      orthant.sign[i] = -1.0;
    } else if (std::isfinite(upper[i])) {
      orthant.boxed.push_back(i);
    }
  }
  const auto boxes = static_cast<Eigen::Index>(orthant.boxed.size());
  orthant.M = MatrixXd::Zero(n + boxes, n + boxes);
  orthant.q = VectorXd::Zero(n + boxes);
  orthant.M.topLeftCorner(n, n) = orthant.sign.asDiagonal() * M * orthant.sign.asDiagonal();
  orthant.q.head(n) = orthant.sign.cwiseProduct(q + M * orthant.anchor);
  for (Eigen::Index k = 0; k < boxes; ++k) {
    const Eigen::Index row = orthant.boxed[static_cast<std::size_t>(k)];
    // w_row = (its positive part) - (slack variable); upper - lambda >= 0 faces the slack variable.
    orthant.M(row, n + k) = 1.0;
    orthant.M(n + k, row) = -1.0;
    orthant.q[n + k] = upper[row] - lower[row];
  }
  return orthant;
}

}  // namespace

OneStepSolution solve_mixed_complementarity(const OneStepProblem& problem) {
  const FreeElimination elimination = eliminate_free_rows(problem);
  const Rows& f = elimination.free;
  const Rows& b = elimination.bounded;
  const MatrixXd M_bf = problem.matrix(b, f);
  const MatrixXd M = problem.matrix(b, b) + M_bf * elimination.matrix;
  const VectorXd q = problem.offset(b) + M_bf * elimination.offset;
  const Orthant orthant = to_orthant(M, q, problem.lower(b), problem.upper(b));
  OneStepSolution solution;
  VectorXd bounded = orthant.anchor;
  if (const auto found = solve_linear_complementarity(orthant.M, orthant.q)) {
    bounded += orthant.sign.cwiseProduct(found->z.head(bounded.size()));
    solution.iterations = found->pivots;
  }
  solution.multipliers = VectorXd::Zero(problem.size());
  solution.multipliers(b) = bounded;
  solution.multipliers(f) = elimination.offset + elimination.matrix * bounded;
  solution.residual = natural_residual(problem, solution.multipliers);
  return solution;
}

}  // namespace raftup::solver::nonsmooth
