#include "hydro/radiation/state_space/vector_fitting.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "hydro/numerics/dense.hpp"

namespace raftup::hydro {
namespace {

constexpr int kIterations = 15;
constexpr double kSlowest = 0.5;    // of the lowest frequency: nothing would hold slower poles
constexpr double kNarrowest = 0.1;  // of the spacing of the frequencies: half width of a resonance
constexpr double kLeastRelaxation = 1e-12;  // of the largest coefficient of sigma
constexpr double kRounding = 1e-13;         // of the sums that the pole search solves with

/// Rows of real parts, then of imaginary parts, each times its weight.
MatrixXd stacked(const MatrixXcd& rows, const VectorXd& weight) {
  MatrixXd result(2 * rows.rows(), rows.cols());
  result.topRows(rows.rows()) = weight.asDiagonal() * rows.real();
  result.bottomRows(rows.rows()) = weight.asDiagonal() * rows.imag();
  return result;
}

MatrixXcd basis_rows(const VectorXcd& poles, const VectorXd& omega) {
  MatrixXcd rows(omega.size(), basis_size(poles));
  for (Eigen::Index k = 0; k < omega.size(); ++k) {
    rows.row(k) = rational_basis(poles, omega[k]).transpose();
  }
  return rows;
}

/// What the pole search sees of the entries h: sums over them of products between two frequencies,
/// each frequency divided by its magnitude, so that nine bodies cost what one does.
struct EntryProducts {
  VectorXd magnitude;  ///< weighted, root of the sum over entries of |h|^2
  MatrixXd real_real, real_imaginary, imaginary_imaginary;
};

EntryProducts entry_products(const MatrixXd& entries) {
  const Eigen::Index count = entries.rows() / 2;
  EntryProducts products;
  products.magnitude = (entries.topRows(count).rowwise().squaredNorm() +
                        entries.bottomRows(count).rowwise().squaredNorm())
                           .cwiseSqrt()
                           .cwiseMax(std::numeric_limits<double>::min());
  const VectorXd inverse = products.magnitude.cwiseInverse();
  const MatrixXd real = inverse.asDiagonal() * entries.topRows(count);
  const MatrixXd imaginary = inverse.asDiagonal() * entries.bottomRows(count);
  products.real_real = real * real.transpose();
  products.real_imaginary = real * imaginary.transpose();
  products.imaginary_imaginary = imaginary * imaginary.transpose();
  return products;
}

/// Sum over the entries of D^T P D, where D = [a, -b; b, a] multiplies stacked rows by the entry
/// a + i b.
MatrixXd sum_over_entries(const EntryProducts& h, const MatrixXd& P) {
  const Eigen::Index n = h.magnitude.size();
  using Eigen::ArrayXXd;
  const ArrayXXd P11 = P.topLeftCorner(n, n), P12 = P.topRightCorner(n, n),
                 P21 = P.bottomLeftCorner(n, n), P22 = P.bottomRightCorner(n, n);
  const ArrayXXd aa = h.real_real, ab = h.real_imaginary, ba = ab.transpose(),
                 bb = h.imaginary_imaginary;
  MatrixXd sum(2 * n, 2 * n);
  sum.topLeftCorner(n, n) = P11 * aa + P12 * ab + P21 * ba + P22 * bb;
  sum.topRightCorner(n, n) = P12 * aa - P11 * ab + P22 * ba - P21 * bb;
  sum.bottomLeftCorner(n, n) = sum.topRightCorner(n, n).transpose();
  sum.bottomRightCorner(n, n) = P22 * aa - P21 * ab - P12 * ba + P11 * bb;
  return sum;
}

VectorXcd initial_poles(const VectorXd& omega, Eigen::Index pole_count, double fastest) {
  const Eigen::Index pairs = pole_count / 2;
  VectorXcd poles(pairs + pole_count % 2);
  const double last = std::min(fastest, omega[omega.size() - 1]);
  for (Eigen::Index k = 0; k < pairs; ++k) {
    const double share = pairs == 1 ? 0.5 : static_cast<double>(k) / static_cast<double>(pairs - 1);
    const double beta = omega[0] + share * (0.5 * last - omega[0]);
    poles[k] = {-0.02 * beta, beta};
  }
  if (pole_count % 2 == 1) poles[pairs] = -omega[0];
  return poles;
}

/// Coefficients of sigma(s) = c_0 + sum c_k basis_k(s), c_0 last, up to a factor: the least squares
/// of sigma h - fit over all entries, the fit's own coefficients eliminated, where the sum of
/// Re sigma over the frequencies is held. In coordinates y in which sigma h has norm |y|, what the
/// fit leaves is y^T (I - sum over entries of M^T M) y.
VectorXd relaxed_sigma(const EntryProducts& h, const MatrixXcd& basis, const MatrixXd& fitted) {
  const Eigen::Index count = basis.cols() + 1;
  MatrixXcd extended(basis.rows(), count);
  extended << basis, VectorXcd::Ones(basis.rows());
  const OrthogonalFactors factors = orthogonal_factors(stacked(extended, h.magnitude));
  const MatrixXd& U = factors.Q;
  const MatrixXd Q = orthogonal_factors(fitted).Q;
  const MatrixXd explained = sum_over_entries(h, Q * Q.transpose());
  MatrixXd left = (1.0 + kRounding) * MatrixXd::Identity(count, count);
  left -= U.transpose() * (explained * U).eval();
  const auto R = factors.R.triangularView<Eigen::Upper>();
  const VectorXd held = extended.real().colwise().sum().transpose();
  const VectorXd y = solve_semidefinite(left, R.transpose().solve(held));
  return R.solve(y);
}

/// Zeros of sigma: the eigenvalues of A - b c^T / c_0; the poles where the method finds none.
VectorXcd zeros_of(const VectorXcd& poles, const VectorXd& sigma) {
  const Eigen::Index count = sigma.size() - 1;
  const double least = kLeastRelaxation * sigma.cwiseAbs().maxCoeff();
  const double c0 = std::copysign(std::max(std::abs(sigma[count]), least), sigma[count]);
  MatrixXd A = MatrixXd::Zero(count, count);
  VectorXd b = VectorXd::Zero(count);
  Eigen::Index row = 0;
  for (const Complex p : poles) {
    A(row, row) = p.real();
    b[row] = p.imag() == 0.0 ? 1.0 : 2.0;
    if (p.imag() != 0.0) {
      A(row + 1, row + 1) = p.real();
      A(row, row + 1) = p.imag();
      A(row + 1, row) = -p.imag();
      ++row;
    }
    ++row;
  }
  return general_eigenvalues(A - b * sigma.head(count).transpose() / c0).value_or(poles);
}

/// Where poles are kept [rad/s]: |p| from slowest to fastest, and no resonance narrower than the
/// spacing of the data can show, since between the frequencies nothing would hold it.
struct PoleBand {
  double slowest, fastest, narrowest;
};

PoleBand pole_band(const VectorXd& omega, double fastest) {
  const double spacing = (omega.tail(omega.size() - 1) - omega.head(omega.size() - 1)).minCoeff();
  return {kSlowest * omega[0], fastest, kNarrowest * spacing};
}

/// Mirrored into the left half plane, one of each pair, within the allowed band, sorted.
VectorXcd admissible(const VectorXcd& zeros, const PoleBand& band) {
  std::vector<Complex> kept;
  for (Complex p : zeros) {
    if (p.imag() < 0.0) continue;
    p = {-std::abs(p.real()), p.imag()};
    const double magnitude = std::abs(p);
    if (magnitude > band.fastest) p *= band.fastest / magnitude;
    if (magnitude < band.slowest) {
      p = p.imag() == 0.0 ? Complex(-band.slowest) : p * (band.slowest / magnitude);
    }
    p = {std::min(p.real(), -std::min(band.narrowest, 0.5 * std::abs(p))), p.imag()};
    kept.push_back(p);
  }
  std::sort(kept.begin(), kept.end(), [](Complex a, Complex b) {
    return a.imag() != b.imag() ? a.imag() < b.imag() : a.real() < b.real();
  });
  return Eigen::Map<VectorXcd>(kept.data(), static_cast<Eigen::Index>(kept.size()));
}

}  // namespace

VectorXd fit_weight(const VectorXd& omega) { return omega.array().pow(-0.75); }

MatrixXd stacked_basis(const VectorXcd& poles, const VectorXd& omega) {
  return stacked(basis_rows(poles, omega), fit_weight(omega));
}

MatrixXd zero_at_rest(const VectorXcd& poles) {
  const VectorXd at_rest = rational_basis(poles, 0.0).real();
  return orthogonal_complement(at_rest);
}

RationalModel fit_rational_model(const FrequencyResponse& response, Eigen::Index pole_count,
                                 double fastest) {
  const VectorXd weight = fit_weight(response.omega);
  MatrixXd entries(2 * weight.size(), response.real.cols());
  entries << weight.asDiagonal() * response.real, weight.asDiagonal() * response.imaginary;
  const EntryProducts products = entry_products(entries);
  const PoleBand band = pole_band(response.omega, fastest);
  VectorXcd poles = initial_poles(response.omega, pole_count, fastest);
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    const MatrixXcd basis = basis_rows(poles, response.omega);
    const MatrixXd fitted = stacked(basis, weight) * zero_at_rest(poles);
    poles = admissible(zeros_of(poles, relaxed_sigma(products, basis, fitted)), band);
  }
  const MatrixXd Z = zero_at_rest(poles);
  const MatrixXd fitted = stacked_basis(poles, response.omega) * Z;
  const VectorXd norms = fitted.colwise().norm();
  const MatrixXd normalised = fitted * norms.cwiseInverse().asDiagonal();
  const MatrixXd solution =
      norms.cwiseInverse().asDiagonal() * solve_least_squares(normalised, entries);
  return {poles, Z * solution};
}

}  // namespace raftup::hydro
