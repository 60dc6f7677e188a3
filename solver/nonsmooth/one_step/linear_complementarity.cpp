#include "solver/nonsmooth/one_step/linear_complementarity.hpp"

#include <cmath>
#include <utility>
#include <vector>

#include "hydro/base/cancellation.hpp"
#include "hydro/numerics/dense.hpp"

namespace raftup::solver::nonsmooth {

namespace {

/// Smallest pivot of a column; the elements of the scaled problem are about 1.
constexpr double kPivotTolerance = 1e-12;
/// Ratios that differ less than this count as equal when the artificial variable may leave the
/// basis.
constexpr double kRatioTolerance = 1e-13;
constexpr int kPivotsPerRow = 50;

/// The equations w - M z - d z0 = q as a table with the columns w (n), z (n), z0 and the right
/// side, and one basic variable for each row. Variables have the numbers of their columns.
class Tableau {
 public:
  Tableau(const MatrixXd& M, const VectorXd& q) : n_(q.size()), table_(n_, 2 * n_ + 2) {
    table_.leftCols(n_).setIdentity();
    table_.middleCols(n_, n_) = -M;
    table_.col(artificial()).setConstant(-1.0);
    table_.col(right_side()) = q;
    for (Eigen::Index i = 0; i < n_; ++i) basis_.push_back(i);
  }

  Eigen::Index artificial() const { return 2 * n_; }
  Eigen::Index complement(Eigen::Index variable) const {
    return variable < n_ ? variable + n_ : variable - n_;
  }

  /// The row whose right side is lexicographically least, in which z0 enters the basis first.
  Eigen::Index least_row() const {
    Eigen::Index least = 0;
    for (Eigen::Index row = 1; row < n_; ++row) {
      if (less(row, 1.0, least, 1.0)) least = row;
    }
    return least;
  }

  /// The row that limits the growth of `entering`; none on a ray.
  std::optional<Eigen::Index> leaving_row(Eigen::Index entering) const {
    std::optional<Eigen::Index> leaving, artificial_row;
    for (Eigen::Index row = 0; row < n_; ++row) {
      const double pivot = table_(row, entering);
      if (pivot <= kPivotTolerance) continue;
      if (!leaving || less(row, pivot, *leaving, table_(*leaving, entering))) leaving = row;
      if (basis_[static_cast<std::size_t>(row)] == artificial()) artificial_row = row;
    }
    // Where the artificial variable can leave, the problem is solved.
    if (artificial_row &&
        ratio(*artificial_row, entering) <= ratio(*leaving, entering) + kRatioTolerance) {
      return artificial_row;
    }
    return leaving;
  }

  /// Exchanges a basic variable.
  /// @returns the variable that left the basis
  Eigen::Index pivot(Eigen::Index row, Eigen::Index entering) {
    table_.row(row) /= table_(row, entering);
    for (Eigen::Index other = 0; other < n_; ++other) {
      if (other != row) table_.row(other) -= table_(other, entering) * table_.row(row);
    }
    return std::exchange(basis_[static_cast<std::size_t>(row)], entering);
  }

  VectorXd z() const {
    VectorXd values = VectorXd::Zero(n_);
    for (Eigen::Index row = 0; row < n_; ++row) {
      const Eigen::Index variable = basis_[static_cast<std::size_t>(row)];
      if (variable >= n_ && variable < artificial()) {
        values[variable - n_] = std::max(0.0, table_(row, right_side()));
      }
    }
    return values;
  }

 private:
  Eigen::Index right_side() const { return 2 * n_ + 1; }
  double ratio(Eigen::Index row, Eigen::Index column) const {
    return table_(row, right_side()) / table_(row, column);
  }
  /// Compares [right side, columns of w] of two rows, divided by their divisors, element by
  /// element.
  bool less(Eigen::Index a, double divisor_a, Eigen::Index b, double divisor_b) const {
    const double first = table_(a, right_side()) / divisor_a - table_(b, right_side()) / divisor_b;
    if (first != 0.0) return first < 0.0;
    for (Eigen::Index column = 0; column < n_; ++column) {
      const double difference = table_(a, column) / divisor_a - table_(b, column) / divisor_b;
      if (difference != 0.0) return difference < 0.0;
    }
    return false;
  }

  Eigen::Index n_;
  RowMajorMatrix table_;
  std::vector<Eigen::Index> basis_;
};

/// A symmetric scaling S for which the largest element of each row of S M S is near 1.
VectorXd scaling(const MatrixXd& M) {
  VectorXd scale(M.rows());
  for (Eigen::Index i = 0; i < M.rows(); ++i) {
    const double largest = M(i, i) > 0.0 ? M(i, i) : M.row(i).cwiseAbs().maxCoeff();
    scale[i] = largest > 0.0 ? 1.0 / std::sqrt(largest) : 1.0;
  }
  return scale;
}

}  // namespace

std::optional<LinearComplementaritySolution> solve_linear_complementarity(const MatrixXd& M,
                                                                          const VectorXd& q) {
  const Eigen::Index n = q.size();
  LinearComplementaritySolution solution{VectorXd::Zero(n), 0};
  if (n == 0 || q.minCoeff() >= 0.0) return solution;
  const VectorXd S = scaling(M);
  const VectorXd scaled_q = S.cwiseProduct(q);
  const double size = scaled_q.cwiseAbs().maxCoeff();
  Tableau tableau(S.asDiagonal() * M * S.asDiagonal(), scaled_q / size);
  Eigen::Index left = tableau.pivot(tableau.least_row(), tableau.artificial());
  for (int pivots = 1; pivots < kPivotsPerRow * (n + 1); ++pivots) {
    check_cancelled();
    if (left == tableau.artificial()) {
      return LinearComplementaritySolution{size * S.cwiseProduct(tableau.z()), pivots};
    }
    const Eigen::Index entering = tableau.complement(left);
    const std::optional<Eigen::Index> row = tableau.leaving_row(entering);
    if (!row) return std::nullopt;
    left = tableau.pivot(*row, entering);
  }
  return std::nullopt;
}

namespace {

using Rows = std::vector<Eigen::Index>;

/// The elimination of rows without bounds: lambda_f = offset + matrix lambda_b, with f the rows
/// without and b the rows with bounds.
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

/// The rows with bounds as z >= 0: lambda = anchor + sign z, with a slack row for each row with two
/// bounds.
struct Orthant {
  VectorXd anchor, sign;
  Rows boxed;  ///< positions in the rows with bounds
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
