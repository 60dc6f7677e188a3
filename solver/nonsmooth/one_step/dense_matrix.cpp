#include "solver/nonsmooth/one_step/dense_matrix.hpp"

#include <Eigen/SparseLU>

#include "hydro/numerics/dense.hpp"

namespace raftup::solver::nonsmooth {

namespace {

/// Number of rows from which a sparse factorization is faster than a dense one, since most rows are
/// not coupled.
constexpr Eigen::Index kManyRows = 150;

/// Computes A^-1 b for a matrix without symmetry.
VectorXd solve_newton_equations(const MatrixXd& A, const VectorXd& b) {
  if (A.rows() < kManyRows) return solve_regular(A, b);
  const Eigen::SparseMatrix<double> sparse = A.sparseView();
  Eigen::SparseLU<Eigen::SparseMatrix<double>> factors(sparse);
  if (factors.info() != Eigen::Success) return solve_regular(A, b);
  return factors.solve(b);
}

VectorXd natural_units(const OneStepProblem& problem, VectorXd squares) {
  for (const FrictionCone& cone : problem.cones) {
    const auto diagonal = problem.matrix.diagonal().segment(cone.normal, 1 + cone.tangents);
    if (!(diagonal.sum() > 0.0)) continue;
    squares[cone.normal] = diagonal.mean();
    squares.segment(cone.normal + 1, cone.tangents)
        .setConstant(square_of_tangent_unit(diagonal.mean(), diagonal.tail(cone.tangents).mean()));
  }
  return squares.cwiseSqrt();
}

class DenseProduct final : public RunningProduct {
 public:
  DenseProduct(const RowMajorMatrix& matrix, const VectorXd& x) : matrix_(matrix), x_(x) {}
  double row(Eigen::Index row) const override { return matrix_.row(row).dot(x_); }
  void change(Eigen::Index /*first*/, Eigen::Index /*count*/, const Vector3& /*by*/) override {}

 private:
  const RowMajorMatrix& matrix_;
  const VectorXd& x_;
};

std::vector<Eigen::Index> moved_rows(const std::vector<FrictionCone>& cones,
                                     const NewtonEquations& equations) {
  std::vector<bool> moved(static_cast<std::size_t>(equations.F.size()));
  for (std::size_t i = 0; i < moved.size(); ++i) {
    moved[i] = equations.row_derivatives[static_cast<Eigen::Index>(i)] != 0.0;
  }
  for (std::size_t c = 0; c < cones.size(); ++c) {
    const Derivative& D = equations.derivatives[c];
    for (Eigen::Index i = 0; i <= cones[c].tangents; ++i) {
      moved[static_cast<std::size_t>(cones[c].normal + i)] = !D.row(i).isZero(0.0);
    }
  }
  std::vector<Eigen::Index> rows;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    if (moved[i]) rows.push_back(static_cast<Eigen::Index>(i));
  }
  return rows;
}

}  // namespace

DenseMatrix::DenseMatrix(const OneStepProblem& problem)
    : row_scales_(nonsmooth::row_scales(problem)) {
  units_ = natural_units(problem, row_scales_);
  const VectorXd inverse = units_.cwiseInverse();
  matrix_ = inverse.asDiagonal() * problem.matrix * inverse.asDiagonal();
}

Matrix3 DenseMatrix::own_block(Eigen::Index first, Eigen::Index count) const {
  Matrix3 block = Matrix3::Zero();
  block.topLeftCorner(count, count) = matrix_.block(first, first, count, count);
  return block;
}

std::unique_ptr<RunningProduct> DenseMatrix::run(const VectorXd& x) const {
  return std::make_unique<DenseProduct>(matrix_, x);
}

void DenseMatrix::solve(const std::vector<FrictionCone>& cones, const NewtonEquations& equations,
                        VectorXd& dx) const {
  const std::vector<Eigen::Index> moved = moved_rows(cones, equations);
  dx = -equations.F;
  if (moved.empty()) return;
  const RowMajorMatrix J = jacobian(cones, equations, moved);
  for (const Eigen::Index row : moved) dx[row] = 0.0;
  const VectorXd right_side = -equations.F(moved) - J * dx;
  dx(moved) = solve_newton_equations(J(Eigen::all, moved), right_side);
}

/// The rows `moved` of I - D + rho D (M + alpha).
RowMajorMatrix DenseMatrix::jacobian(const std::vector<FrictionCone>& cones,
                                     const NewtonEquations& equations,
                                     const std::vector<Eigen::Index>& moved) const {
  const double rho = equations.rho, alpha = equations.alpha;
  RowMajorMatrix J(static_cast<Eigen::Index>(moved.size()), matrix_.cols());
  std::size_t cone = 0;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    const Eigen::Index row = moved[i];
    while (cone < cones.size() && cones[cone].normal + cones[cone].tangents < row) ++cone;
    auto of_row = J.row(static_cast<Eigen::Index>(i));
    if (cone == cones.size() || row < cones[cone].normal) {
      of_row = rho * matrix_.row(row);
      of_row[row] += rho * alpha;
      continue;
    }
    const Eigen::Index first = cones[cone].normal, rows = 1 + cones[cone].tangents;
    const auto D = equations.derivatives[cone].row(row - first).head(rows);
    of_row = rho * D * matrix_.middleRows(first, rows);
    of_row.segment(first, rows) += (rho * alpha - 1.0) * D;
    of_row[row] += 1.0;
  }
  return J;
}

}  // namespace raftup::solver::nonsmooth
