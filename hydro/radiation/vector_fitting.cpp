#include "hydro/radiation/vector_fitting.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <vector>

namespace raftup::hydro {
namespace {

constexpr int kIterations = 15;
constexpr double kNegligible = 1e-14;  // squared share of a principal component
constexpr double kSlowest = 0.5;       // of the lowest frequency: nothing would hold slower poles
constexpr double kNarrowest = 0.1;  // of the spacing of the frequencies: half width of a resonance
constexpr double kLeastRelaxation = 1e-8;

/// Rows of real parts, then of imaginary parts, each times its weight.
MatrixXd stacked(const MatrixXcd& rows, const VectorXd& weight) {
  MatrixXd result(2 * rows.rows(), rows.cols());
  result << weight.asDiagonal() * rows.real(), weight.asDiagonal() * rows.imag();
  return result;
}

MatrixXcd basis_rows(const VectorXcd& poles, const VectorXd& omega) {
  MatrixXcd rows(omega.size(), basis_size(poles));
  for (Eigen::Index k = 0; k < omega.size(); ++k) {
    rows.row(k) = rational_basis(poles, omega[k]).transpose();
  }
  return rows;
}

/// Principal components of the entries, complex again: columns h_r with
/// sum_r h_r h_r^T = sum over entries of h h^T.
MatrixXcd principal_components(const MatrixXd& entries, const VectorXd& weight) {
  const Eigen::SelfAdjointEigenSolver<MatrixXd> solver(entries * entries.transpose());
  const VectorXd& energy = solver.eigenvalues();
  const Eigen::Index rows = energy.size();
  const auto kept = (energy.array() > kNegligible * energy[rows - 1]).count();
  const MatrixXd components =
      solver.eigenvectors().rightCols(kept) * energy.tail(kept).cwiseSqrt().asDiagonal();
  const VectorXd inverse = weight.cwiseInverse();
  MatrixXcd result(weight.size(), kept);
  result.real() = inverse.asDiagonal() * components.topRows(weight.size());
  result.imag() = inverse.asDiagonal() * components.bottomRows(weight.size());
  return result;
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

/// Upper triangle of the R of a QR factorisation.
MatrixXd triangular_factor(const MatrixXd& matrix) {
  const Eigen::Index size = std::min(matrix.rows(), matrix.cols());
  const Eigen::HouseholderQR<MatrixXd> qr(matrix);
  return qr.matrixQR().topRows(size).triangularView<Eigen::Upper>();
}

/// Coefficients of sigma(s) = c_0 + sum c_k basis_k(s), c_0 last: the least squares of
/// sigma h - fit over all components, the fit's own coefficients eliminated.
VectorXd relaxed_sigma(const MatrixXcd& components, const MatrixXcd& basis, const MatrixXd& fitted,
                       const VectorXd& weight) {
  const Eigen::Index count = basis.cols(), frequencies = basis.rows();
  const Eigen::HouseholderQR<MatrixXd> qr(fitted);
  const MatrixXd Q = qr.householderQ() * MatrixXd::Identity(fitted.rows(), fitted.cols());
  MatrixXcd extended(frequencies, count + 1);
  extended << basis, VectorXcd::Ones(frequencies);
  MatrixXd stack(0, count + 1);
  for (Eigen::Index r = 0; r < components.cols(); ++r) {
    MatrixXd block = stacked(components.col(r).asDiagonal() * extended, weight);
    block -= Q * (Q.transpose() * block).eval();
    MatrixXd joined(stack.rows() + block.rows(), count + 1);
    joined << stack, block;
    stack = triangular_factor(joined);
  }
  // relaxation: the mean of Re sigma is 1, with the weight of all data
  const double scale = (weight.asDiagonal() * components).norm() / static_cast<double>(frequencies);
  MatrixXd system(stack.rows() + 1, count + 1);
  system << stack, scale * extended.real().colwise().sum();
  VectorXd right = VectorXd::Zero(system.rows());
  right[system.rows() - 1] = scale * static_cast<double>(frequencies);
  const VectorXd norms = system.colwise().norm().cwiseMax(1e-300);
  const MatrixXd normalised = system * norms.cwiseInverse().asDiagonal();
  return normalised.householderQr().solve(right).cwiseQuotient(norms);
}

/// Zeros of sigma: the eigenvalues of A - b c^T / c_0.
VectorXcd zeros_of(const VectorXcd& poles, const VectorXd& sigma) {
  const Eigen::Index count = sigma.size() - 1;
  double c0 = sigma[count];
  if (std::abs(c0) < kLeastRelaxation) c0 = c0 < 0.0 ? -kLeastRelaxation : kLeastRelaxation;
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
  return Eigen::EigenSolver<MatrixXd>(A - b * sigma.head(count).transpose() / c0, false)
      .eigenvalues();
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
  const Eigen::Index size = at_rest.size();
  const MatrixXd Q = at_rest.householderQr().householderQ() * MatrixXd::Identity(size, size);
  return Q.rightCols(size - 1);
}

RationalModel fit_rational_model(const FrequencyResponse& response, Eigen::Index pole_count,
                                 double fastest) {
  const VectorXd weight = fit_weight(response.omega);
  MatrixXd entries(2 * weight.size(), response.real.cols());
  entries << weight.asDiagonal() * response.real, weight.asDiagonal() * response.imaginary;
  const MatrixXcd components = principal_components(entries, weight);
  const PoleBand band = pole_band(response.omega, fastest);
  VectorXcd poles = initial_poles(response.omega, pole_count, fastest);
  for (int iteration = 0; iteration < kIterations; ++iteration) {
    const MatrixXcd basis = basis_rows(poles, response.omega);
    const MatrixXd fitted = stacked(basis, weight) * zero_at_rest(poles);
    poles = admissible(zeros_of(poles, relaxed_sigma(components, basis, fitted, weight)), band);
  }
  const MatrixXd Z = zero_at_rest(poles);
  const MatrixXd fitted = stacked_basis(poles, response.omega) * Z;
  const VectorXd norms = fitted.colwise().norm();
  const MatrixXd normalised = fitted * norms.cwiseInverse().asDiagonal();
  const MatrixXd solution =
      norms.cwiseInverse().asDiagonal() * normalised.colPivHouseholderQr().solve(entries);
  return {poles, Z * solution};
}

}  // namespace raftup::hydro
