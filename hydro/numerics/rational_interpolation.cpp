#include "hydro/numerics/rational_interpolation.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "hydro/numerics/dense.hpp"

namespace raftup {
namespace {

using Eigen::Index;

/// Singular value of the functions, relative to the largest one, below which they are treated as
/// dependent. From 1e-2 to 1e-6 the errors on sample databases differ little.
constexpr double kDependent = 1e-3;

MatrixXcd rows_of(const MatrixXcd& values, const std::vector<Index>& rows) {
  return values(rows, Eigen::all);
}

VectorXd frequencies_of(const VectorXd& omega, const std::vector<Index>& rows) {
  return omega(rows);
}

/// Returns at most twice as many functions as frequencies that span the same equations: the real
/// and imaginary parts of all functions, seen in an orthonormal basis.
MatrixXcd compressed(const MatrixXcd& values) {
  const Index n = values.rows();
  if (values.cols() <= 2 * n) return values;
  MatrixXd parts(values.cols(), 2 * n);
  parts << values.real().transpose(), values.imag().transpose();
  const MatrixXd rows = orthogonal_factors(parts).R.transpose();
  MatrixXcd result(n, 2 * n);
  result.real() = rows.topRows(n);
  result.imag() = rows.bottomRows(n);
  return result;
}

/// Returns the number of independent functions: each gives one equation per frequency left out.
Index independent_count(const MatrixXcd& functions) {
  const Index n = functions.rows();
  const MatrixXcd products = functions * functions.adjoint();
  MatrixXd real(2 * n, 2 * n);
  real << products.real(), -products.imag(), products.imag(), products.real();
  const VectorXd squares = symmetric_eigenvalues(real);  // each twice
  return (squares.array() > kDependent * kDependent * squares[2 * n - 1]).count() / 2;
}

/// Returns the least number of frequencies that must be no supports, so that there are as many
/// equations as unknown weights.
Index least_left_out(const MatrixXcd& functions) {
  const Index equations = independent_count(functions) + 1;
  return std::max<Index>((functions.rows() + equations - 1) / equations, 1);
}

/// Computes the weights for given supports, which minimize the sum over the other frequencies
/// omega_i of |sum_j w_j (f_i - f_j)/(i omega_i - i omega_j) + ..|^2 with weights of norm 1.
VectorXcd weights_for(const VectorXd& omega, const MatrixXcd& values,
                      const std::vector<Index>& supports, const std::vector<Index>& others) {
  const auto m = static_cast<Index>(supports.size());
  const Index functions = values.cols();
  MatrixXd normal = MatrixXd::Zero(2 * m, 2 * m);
  MatrixXcd equations(functions, 2 * m);
  for (const Index i : others) {
    for (Index j = 0; j < m; ++j) {
      const Index at = supports[static_cast<std::size_t>(j)];
      const VectorXcd direct =
          (values.row(i) - values.row(at)).transpose() / Complex(0.0, omega[i] - omega[at]);
      const VectorXcd mirrored = (values.row(i) - values.row(at).conjugate()).transpose() /
                                 Complex(0.0, omega[i] + omega[at]);
      equations.col(j) = direct + mirrored;
      equations.col(m + j) = Complex(0.0, 1.0) * (direct - mirrored);
    }
    normal += equations.real().transpose() * equations.real();
    normal += equations.imag().transpose() * equations.imag();
  }
  const VectorXd least = symmetric_eigen(normal).vectors.col(0);
  VectorXcd weights(m);
  weights.real() = least.head(m);
  weights.imag() = least.tail(m);
  return weights;
}

}  // namespace

RationalInterpolant::RationalInterpolant(std::vector<Index> supports, VectorXd omega,
                                         VectorXcd weights)
    : supports_(std::move(supports)), omega_(std::move(omega)), weights_(std::move(weights)) {}

Eigen::RowVectorXcd RationalInterpolant::at(const MatrixXcd& values, double omega) const {
  const Index m = omega_.size();
  Eigen::RowVectorXcd direct(m), mirrored(m);
  for (Index j = 0; j < m; ++j) {
    if (omega == omega_[j]) return values.row(j);
    direct[j] = weights_[j] / Complex(0.0, omega - omega_[j]);
    mirrored[j] = std::conj(weights_[j]) / Complex(0.0, omega + omega_[j]);
  }
  return (direct * values + mirrored * values.conjugate()) / (direct.sum() + mirrored.sum());
}

std::vector<RationalInterpolant> rational_interpolants(const VectorXd& omega,
                                                       const MatrixXcd& values, Index count) {
  std::vector<RationalInterpolant> found;
  const Index n = omega.size();
  if (values.cols() == 0 || n < 4) return found;
  const MatrixXcd functions = compressed(values);
  const Index most = n - least_left_out(functions);
  std::vector<Index> supports, others;
  for (Index i = 0; i < n; ++i) others.push_back(i);
  MatrixXcd fitted = functions.colwise().mean().replicate(n, 1);
  while (std::ssize(supports) < most) {
    const auto missed = [&](Index i) { return (functions.row(i) - fitted.row(i)).squaredNorm(); };
    const auto worst = std::max_element(others.begin(), others.end(),
                                        [&](Index a, Index b) { return missed(a) < missed(b); });
    supports.insert(std::upper_bound(supports.begin(), supports.end(), *worst), *worst);
    others.erase(worst);
    const RationalInterpolant interpolant(supports, frequencies_of(omega, supports),
                                          weights_for(omega, functions, supports, others));
    const MatrixXcd at_supports = rows_of(functions, supports);
    for (const Index i : others) fitted.row(i) = interpolant.at(at_supports, omega[i]);
    const Index size = std::ssize(supports);
    if (size > most - count && size >= n / 2) found.push_back(interpolant);
  }
  return found;
}

}  // namespace raftup
