#include "hydro/numerics/dense.hpp"

#include <cmath>

#include "tests/support/catch.hpp"

namespace raftup {
namespace {

/// The second difference of n points with fixed ends: eigenvalues 2 - 2 cos(k pi / (n + 1)).
MatrixXd second_difference(Eigen::Index n) {
  MatrixXd matrix = 2.0 * MatrixXd::Identity(n, n);
  matrix.diagonal(1).setConstant(-1.0);
  matrix.diagonal(-1).setConstant(-1.0);
  return matrix;
}

const MatrixXd kTall = (MatrixXd(4, 2) << 1, 2, 3, 4, 5, 6, 7, 9).finished();
constexpr double kRounding = 1e-13;  // some hundred roundings of numbers of size 1 to 10

}  // namespace

TEST_CASE("dense: eigenvalues of the second difference are those of its closed form",
          "[numerics]") {
  const MatrixXd matrix = second_difference(7);
  const SymmetricEigen eigen = symmetric_eigen(matrix);
  for (Eigen::Index k = 0; k < 7; ++k) {
    const double expected =
        2.0 - 2.0 * std::cos(static_cast<double>(k + 1) * std::acos(-1.0) / 8.0);
    CHECK(std::abs(eigen.values[k] - expected) < kRounding);
  }
  CHECK((matrix * eigen.vectors - eigen.vectors * eigen.values.asDiagonal()).norm() < kRounding);
  CHECK((symmetric_eigenvalues(matrix) - eigen.values).norm() < kRounding);
  CHECK(is_positive_definite(matrix));
  CHECK_FALSE(is_positive_definite(matrix - eigen.values[1] * MatrixXd::Identity(7, 7)));
}

TEST_CASE("dense: eigenvalues up to 0 are counted without knowing them", "[numerics]") {
  const MatrixXd matrix = second_difference(7);
  const VectorXd values = symmetric_eigenvalues(matrix);
  const MatrixXd turn = orthogonal_factors(MatrixXd::Random(7, 7)).Q;
  for (Eigen::Index k = 0; k < 7; ++k) {
    for (const double beside : {-1e-9, 1e-9}) {
      const MatrixXd shifted = matrix - (values[k] + beside) * MatrixXd::Identity(7, 7);
      CHECK(count_not_positive(shifted) == k + (beside > 0.0 ? 1 : 0));
      CHECK(count_not_positive(turn * shifted * turn.transpose()) == k + (beside > 0.0 ? 1 : 0));
    }
  }
  CHECK(count_not_positive(MatrixXd::Zero(3, 3)) == 3);
  CHECK(count_not_positive(MatrixXd::Constant(1, 1, -2.0)) == 1);
  // its pivots without an order would divide by 0
  CHECK(count_not_positive((MatrixXd(2, 2) << 0.0, 3.0, 3.0, 0.0).finished()) == 1);
}

TEST_CASE("dense: a turning matrix has conjugate eigenvalues on the unit circle", "[numerics]") {
  const MatrixXd turn = (MatrixXd(2, 2) << 0.6, -0.8, 0.8, 0.6).finished();
  const GeneralEigen eigen = general_eigen(turn);
  CHECK(std::abs(eigen.values[0] - std::conj(eigen.values[1])) < kRounding);
  CHECK(std::abs(eigen.values[0].real() - 0.6) < kRounding);
  CHECK((turn * eigen.vectors - eigen.vectors * eigen.values.asDiagonal()).norm() < kRounding);
  CHECK((general_eigenvalues(turn).value() - eigen.values).norm() < kRounding);
  CHECK_FALSE(general_eigenvalues(MatrixXd::Constant(2, 2, std::nan(""))));
}

TEST_CASE("dense: a Cholesky factor solves, none without rows too", "[numerics]") {
  const MatrixXd matrix = second_difference(5);
  const MatrixXd x = MatrixXd::Random(5, 3);
  const CholeskyFactor factor = CholeskyFactor::of(matrix).value();
  CHECK((factor.solve(matrix * x) - x).norm() < kRounding);
  CHECK(factor.solve(MatrixXd(5, 0)).cols() == 0);
  CHECK_FALSE(CholeskyFactor::of(-matrix));
}

TEST_CASE("dense: orthogonal factors and complements", "[numerics]") {
  const OrthogonalFactors factors = orthogonal_factors(kTall);
  CHECK((factors.Q * factors.R - kTall).norm() < kRounding);
  CHECK((factors.Q.transpose() * factors.Q - MatrixXd::Identity(2, 2)).norm() < kRounding);
  const MatrixXd complement = orthogonal_complement(kTall);
  CHECK(complement.cols() == 2);
  CHECK((complement.transpose() * kTall).norm() < kRounding);
  CHECK((orthogonal_complement(VectorXd(kTall.col(0))).transpose() * kTall.col(0)).norm() <
        kRounding);
  CHECK(smallest_pivot(kTall) > 0.1);
  CHECK(smallest_pivot(kTall.col(0) * kTall.row(0)) < kRounding);
}

TEST_CASE("dense: what rows leave free, dependent rows counted once", "[numerics]") {
  const MatrixXd rows = (MatrixXd(3, 4) << 1, 0, 0, 0, 0, 2, 2, 0, 3, 4, 4, 0).finished();
  const MatrixXd free = null_space(rows);
  CHECK(free.cols() == 2);
  CHECK((rows * free).norm() < kRounding);
  CHECK((free.transpose() * free - MatrixXd::Identity(2, 2)).norm() < kRounding);
  CHECK(null_space(MatrixXd(0, 3)).isIdentity(0.0));
}

TEST_CASE("dense: solutions of regular, tall and rank-deficient systems", "[numerics]") {
  const MatrixXd A = second_difference(4);
  const MatrixXd x = MatrixXd::Random(4, 2);
  CHECK((solve_regular(A, A * x) - x).norm() < kRounding);
  const MatrixXcd Z = A.cast<Complex>() * Complex(0.6, 0.8);
  CHECK((solve_regular(Z, MatrixXcd(Z * x.cast<Complex>())) - x.cast<Complex>()).norm() <
        kRounding);
  CHECK((solve_semidefinite(A, VectorXd(A * x.col(0))) - x.col(0)).norm() < kRounding);
  CHECK((solve_least_squares(kTall, kTall * x.topRows(2)) - x.topRows(2)).norm() < kRounding);
  // both unknowns serve alike: the least norm shares between them
  const MatrixXd twice = MatrixXd::Ones(3, 2);
  CHECK(
      (solve_minimum_norm(twice, VectorXd(VectorXd::Constant(3, 2.0))) - VectorXd::Ones(2)).norm() <
      kRounding);
  CHECK((solve_minimum_norm(twice, MatrixXd(MatrixXd::Constant(3, 1, 2.0))) - MatrixXd::Ones(2, 1))
            .norm() < kRounding);
  CHECK((principal_values(Vector3(3.0, 1.0, 2.0).asDiagonal()) - Vector3(1.0, 2.0, 3.0)).norm() <
        kRounding);
}

}  // namespace raftup
