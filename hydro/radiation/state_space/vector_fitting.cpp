#include "hydro/radiation/state_space/vector_fitting.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <vector>

#include "hydro/base/cancellation.hpp"
#include "hydro/numerics/dense.hpp"

namespace raftup::hydro {
namespace {

constexpr int kIterations = 15;
/// Least magnitude of a pole, relative to the lowest frequency: the data would not determine slower
/// poles. Chosen, not swept.
constexpr double kSlowest = 0.5;
/// Least half width of a resonance, relative to the spacing of the frequencies: a narrower one
/// could lie between two frequencies without any effect on the data. Chosen, not swept.
constexpr double kNarrowest = 0.1;
constexpr double kLeastRelaxation = 1e-12;  // relative to the largest coefficient of sigma
// Relative to the sums with which the pole search solves.
constexpr double kRounding = 1e-13;

/// Returns rows of real parts, then of imaginary parts, each multiplied by its weight.
MatrixXd stacked(const MatrixXcd& rows, const VectorXd& real, const VectorXd& imaginary) {
  MatrixXd result(2 * rows.rows(), rows.cols());
  result.topRows(rows.rows()) = real.asDiagonal() * rows.real();
  result.bottomRows(rows.rows()) = imaginary.asDiagonal() * rows.imag();
  return result;
}

MatrixXcd basis_rows(const VectorXcd& poles, const VectorXd& omega) {
  MatrixXcd rows(omega.size(), basis_size(poles));
  for (Eigen::Index k = 0; k < omega.size(); ++k) {
    rows.row(k) = rational_basis(poles, omega[k]).transpose();
  }
  return rows;
}

/// Data of the search for poles: sums over the matrix elements h of products between two
/// frequencies. Each frequency is divided by its magnitude. The cost of the search is therefore the
/// same for nine bodies as for one.
struct EntryProducts {
  VectorXd magnitude;  ///< root of the sum over entries of |h|^2
  MatrixXd real_real, real_imaginary, imaginary_imaginary;
};

EntryProducts entry_products(const FrequencyResponse& h) {
  EntryProducts products;
  products.magnitude = (h.real.rowwise().squaredNorm() + h.imaginary.rowwise().squaredNorm())
                           .cwiseSqrt()
                           .cwiseMax(std::numeric_limits<double>::min());
  const VectorXd inverse = products.magnitude.cwiseInverse();
  const MatrixXd real = inverse.asDiagonal() * h.real;
  const MatrixXd imaginary = inverse.asDiagonal() * h.imaginary;
  products.real_real = real * real.transpose();
  products.real_imaginary = real * imaginary.transpose();
  products.imaginary_imaginary = imaginary * imaginary.transpose();
  return products;
}

/// Computes the sum over the elements of D^T P D, where D = [a, -b; b, a] multiplies stacked rows
/// by the element a + i b.
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
  for (Eigen::Index k = 0; k < pairs; ++k) {
    const double share = pairs == 1 ? 0.5 : static_cast<double>(k) / static_cast<double>(pairs - 1);
    const double beta = omega[0] + share * (0.5 * fastest - omega[0]);
    poles[k] = {-0.02 * beta, beta};
  }
  if (pole_count % 2 == 1) poles[pairs] = -omega[0];
  return poles;
}

/// Returns rows whose sum of squares is the sum over the elements h of |weighted sigma h|^2. Real
/// and imaginary parts have different weights; the two rows of a frequency are therefore a root of
/// a 2 x 2 matrix.
MatrixXd weighted_root(const EntryProducts& h, const FitMeasure& measure, const MatrixXd& sigma) {
  const Eigen::Index count = h.magnitude.size();
  const VectorXd rr = h.real_real.diagonal(), ri = h.real_imaginary.diagonal(),
                 ii = h.imaginary_imaginary.diagonal();
  MatrixXd rows(sigma.rows(), sigma.cols());
  for (Eigen::Index k = 0; k < count; ++k) {
    check_cancelled();
    const double real = measure.real[k] * measure.real[k];
    const double imaginary = measure.imaginary[k] * measure.imaginary[k];
    const double first = std::sqrt(real * rr[k] + imaginary * ii[k]);
    const double cross = (imaginary - real) * ri[k] / first;
    const double rest = real * ii[k] + imaginary * rr[k] - cross * cross;
    rows.row(k) = first * sigma.row(k) + cross * sigma.row(count + k);
    rows.row(count + k) = std::sqrt(std::max(rest, 0.0)) * sigma.row(count + k);
  }
  return rows;
}

/// Computes the coefficients of sigma(s) = c_0 + sum c_k basis_k(s), with c_0 last, up to a factor.
/// They minimize the squares of sigma h - fit over all elements, where the fit's own coefficients
/// are eliminated and the sum of Re sigma over the frequencies is fixed. In coordinates y in which
/// sigma h has the norm |y|, the residual is y^T (I - sum over elements of M^T M) y.
/// @param fitted weighted rows of the functions that the fit consists of, those of the data first
VectorXd relaxed_sigma(const EntryProducts& h, const FitMeasure& measure, const MatrixXcd& basis,
                       const MatrixXd& fitted) {
  const Eigen::Index count = basis.cols() + 1;
  MatrixXcd extended(basis.rows(), count);
  extended << basis, VectorXcd::Ones(basis.rows());
  const MatrixXd sigma = stacked(extended, h.magnitude, h.magnitude);
  const MatrixXd R = orthogonal_factors(weighted_root(h, measure, sigma)).R;
  const auto triangle = R.triangularView<Eigen::Upper>();
  VectorXd weights(2 * measure.omega.size());
  weights << measure.real, measure.imaginary;
  const MatrixXd Q = weights.asDiagonal() * orthogonal_factors(fitted).Q.topRows(weights.size());
  const MatrixXd S = triangle.transpose().solve(sigma.transpose());
  const MatrixXd explained = sum_over_entries(h, Q * Q.transpose());
  MatrixXd left = (1.0 + kRounding) * MatrixXd::Identity(count, count);
  left -= S * (explained * S.transpose()).eval();
  const VectorXd held = extended.real().colwise().sum().transpose();
  const VectorXd y = solve_semidefinite(left, triangle.transpose().solve(held));
  return triangle.solve(y);
}

/// Returns the zeros of sigma, which are the eigenvalues of A - b c^T / c_0; or the poles if the
/// computation fails.
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

/// Limits of the poles [rad/s]: |p| is between slowest and fastest, and a resonance is not narrower
/// than the spacing of the data resolves, since no data would determine it between the frequencies.
struct PoleBand {
  double slowest, fastest, narrowest;
};

PoleBand pole_band(const VectorXd& omega, double fastest) {
  const double spacing = (omega.tail(omega.size() - 1) - omega.head(omega.size() - 1)).minCoeff();
  return {kSlowest * omega[0], fastest, kNarrowest * spacing};
}

/// Mirrors poles into the left half plane, keeps one of each pair, moves them into the limits, and
/// sorts them.
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

/// Returns the data multiplied by their weights, in the rows of a measure, and then the decay
/// beyond the data.
MatrixXd weighted_data(const FrequencyResponse& response, const FitMeasure& measure) {
  const Eigen::Index last = response.omega.size() - 1;
  const VectorXd fall =
      measure.fade * (measure.beyond.array() / response.omega[last]).cube().inverse();
  MatrixXd rows(measure.row_count(), response.real.cols());
  rows << measure.real.asDiagonal() * response.real,
      measure.imaginary.asDiagonal() * response.imaginary,
      MatrixXd::Zero(measure.offset ? 1 : 0, rows.cols()), fall * response.real.row(last);
  return rows;
}

/// Returns the error at frequencies that are left out: for each frequency but the first and the
/// last, the error there of the least-squares fit without this frequency; the result is their mean.
/// If the rows of a frequency are removed from the projector Q Q^T, the residual there grows by (1
/// - Q_k Q_k^T)^-1. It is not the mean of the squares, because one irregular frequency, which no
/// fit meets, would dominate all others.
/// @param Q    orthonormal columns that span the fitted functions
/// @param left rows of the residual, data minus fit
double left_out_error(const MatrixXd& Q, const MatrixXd& left, Eigen::Index frequencies) {
  constexpr double kDetermined = 1e-9;  // for a frequency that alone determines a column
  double sum = 0.0;
  for (Eigen::Index k = 1; k + 1 < frequencies; ++k) {
    check_cancelled();
    const std::array rows = {k, frequencies + k};
    const Eigen::Matrix2d share = Q(rows, Eigen::all) * Q(rows, Eigen::all).transpose();
    const double a = 1.0 + kDetermined - share(0, 0), b = -share(0, 1);
    const double c = 1.0 + kDetermined - share(1, 1);
    const Eigen::Matrix2d adjugate{{c, -b}, {-b, a}};
    sum += (adjugate * left(rows, Eigen::all)).norm() / (a * c - b * b);
  }
  return sum / static_cast<double>(std::max<Eigen::Index>(frequencies - 2, 1));
}

/// Fits residues, and the offset if there is one, with the least weighted error.
RationalFit fit_residues(const FrequencyResponse& response, const FitMeasure& measure,
                         const VectorXcd& poles) {
  const MatrixXd Z = zero_at_rest(poles), columns = measure.columns(poles, Z);
  const VectorXd norms = columns.colwise().norm();
  const MatrixXd normalized = columns * norms.cwiseInverse().asDiagonal();
  const MatrixXd data = weighted_data(response, measure);
  const MatrixXd solution =
      norms.cwiseInverse().asDiagonal() * solve_least_squares(normalized, data);
  const Eigen::Index frequencies = response.omega.size();
  const MatrixXd left = (data - columns * solution).topRows(2 * frequencies);
  return {{poles, Z * solution.bottomRows(Z.cols())},
          left_out_error(orthogonal_factors(normalized).Q, left, frequencies)};
}

}  // namespace

MatrixXd FitMeasure::columns(const VectorXcd& poles, const MatrixXd& zero_at_rest) const {
  const Eigen::Index data = 2 * omega.size(), first = offset ? 1 : 0;
  MatrixXd columns = MatrixXd::Zero(row_count(), first + zero_at_rest.cols());
  if (offset) {
    columns.col(0).segment(omega.size(), omega.size()) = imaginary.cwiseProduct(omega);
    columns(data, 0) = *offset;
  }
  auto memory = columns.rightCols(zero_at_rest.cols());
  memory.topRows(data) = stacked(basis_rows(poles, omega), real, imaginary) * zero_at_rest;
  memory.bottomRows(beyond.size()) = fade * basis_rows(poles, beyond).real() * zero_at_rest;
  return columns;
}

FitMeasure even_measure(const VectorXd& omega) {
  const VectorXd weight = omega.array().pow(-0.75);
  return {omega, weight, weight, std::nullopt, {}, 0.0};
}

Eigen::RowVectorXd best_offset(const FrequencyResponse& response, const FitMeasure& measure,
                               const RationalModel& model) {
  if (!measure.offset) return Eigen::RowVectorXd::Zero(response.real.cols());
  const auto size = model.pole_count();
  const MatrixXd columns = measure.columns(model.poles, MatrixXd::Identity(size, size));
  const MatrixXd left =
      weighted_data(response, measure) - columns.rightCols(size) * model.coefficients;
  return columns.col(0).transpose() * left / columns.col(0).squaredNorm();
}

MatrixXd zero_at_rest(const VectorXcd& poles) {
  const VectorXd at_rest = rational_basis(poles, 0.0).real();
  return orthogonal_complement(at_rest);
}

VectorXcd fit_few_poles(const FrequencyResponse& response, Eigen::Index pole_count) {
  const VectorXd& omega = response.omega;
  const double fastest = 2.0 * omega[omega.size() - 1];
  const EntryProducts products = entry_products(response);
  const VectorXd ones = VectorXd::Ones(omega.size());
  const FitMeasure even{omega, ones, ones, std::nullopt, {}, 0.0};
  MatrixXcd powers(omega.size(), 3);
  powers.col(0).setOnes();
  powers.col(1) = Complex(0.0, 1.0) * omega;
  powers.col(2) = -omega.cwiseAbs2().cast<Complex>();
  VectorXcd poles = initial_poles(omega, pole_count, fastest);
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    check_cancelled();
    const MatrixXcd basis = basis_rows(poles, omega);
    MatrixXcd fitted(omega.size(), basis.cols() + powers.cols());
    fitted << basis, powers;
    const VectorXd sigma = relaxed_sigma(products, even, basis, stacked(fitted, ones, ones));
    poles = admissible(zeros_of(poles, sigma), pole_band(omega, fastest));
  }
  return poles;
}

RationalFit fit_rational_model(const FrequencyResponse& response, const FitMeasure& measure,
                               Eigen::Index pole_count, double fastest) {
  const EntryProducts products = entry_products(response);
  const PoleBand band = pole_band(response.omega, fastest);
  VectorXcd poles = initial_poles(response.omega, pole_count, fastest);
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    check_cancelled();
    const MatrixXcd basis = basis_rows(poles, response.omega);
    const MatrixXd fitted =
        measure.columns(poles, zero_at_rest(poles)).topRows(measure.known_count());
    poles = admissible(zeros_of(poles, relaxed_sigma(products, measure, basis, fitted)), band);
  }
  return fit_residues(response, measure, poles);
}

}  // namespace raftup::hydro
