#include <algorithm>
#include <cmath>
#include <functional>
#include <optional>

#include "hydro/base/error.hpp"
#include "hydro/numerics/dense.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/radiation/reduction/model_reduction.hpp"

namespace raftup::hydro {
namespace {

using Eigen::Index;

/// Largest imaginary part, relative to the magnitude, of an eigenvalue that may be real apart from
/// rounding.
constexpr double kRealWithin = 1e-3;

/// A model H(s) = C (s - A)^-1 B with a block diagonal matrix A, so that products with A and its
/// inverse are computed block by block.
struct RealModel {
  VectorXd real, imaginary;  ///< pole of each state; the two states of a mode are neighbors
  MatrixXd B, C;

  Index count() const { return real.size(); }

  /// Computes f(A) X for a function f of the poles.
  MatrixXd apply(const std::function<Complex(Complex)>& f, const MatrixXd& X) const {
    MatrixXd result(X.rows(), X.cols());
    for (Index k = 0; k < count(); ++k) {
      const Complex value = f({real[k], imaginary[k]});
      result.row(k) = value.real() * X.row(k);
      if (imaginary[k] > 0.0) result.row(k) -= value.imag() * X.row(k + 1);
      if (imaginary[k] < 0.0) result.row(k) -= value.imag() * X.row(k - 1);
    }
    return result;
  }

  /// Computes C f(A).
  MatrixXd output_of(const std::function<Complex(Complex)>& f) const {
    // the transpose of A has the conjugate poles
    return apply([&](Complex p) { return std::conj(f(p)); }, C.transpose()).transpose();
  }
};

RealModel real_model(const ReducedModel& model) {
  const Index size = model.size(), common = model.common.poles.size() * size;
  const Index count = common + 2 * model.modes.poles.size();
  RealModel states{VectorXd(count), VectorXd::Zero(count), MatrixXd::Zero(count, size),
                   MatrixXd::Zero(size, count)};
  for (Index k = 0; k < model.common.poles.size(); ++k) {
    states.real.segment(k * size, size).setConstant(model.common.poles[k].real());
    states.B.middleRows(k * size, size).setIdentity();
    states.C.middleCols(k * size, size) = matrix_of_row(model.common.coefficients, k, size);
  }
  for (Index k = 0; k < model.modes.poles.size(); ++k) {
    const Complex p = model.modes.poles[k];
    const auto c = model.modes.vectors.col(k);
    const Index row = common + 2 * k;
    states.real.segment<2>(row).setConstant(p.real());
    states.imaginary.segment<2>(row) << p.imag(), -p.imag();
    states.B.row(row) = c.real().transpose();
    states.B.row(row + 1) = c.imag().transpose();
    states.C.col(row) = 2.0 * (p * c).real();
    states.C.col(row + 1) = -2.0 * (p * c).imag();
  }
  return states;
}

double lowest_at(const ReducedModel& model, double omega, const PassivityBand& band) {
  return band_factor(omega, band) * lowest_eigenvalue(model.response(omega).real());
}

/// Returns the lowest eigenvalue of the limits of G at omega = 0 and at infinity.
double lowest_in_limits(const RealModel& states, const PassivityBand& band) {
  const MatrixXd rest = states.output_of([](Complex p) { return 1.0 / (p * p * p); }) * states.B;
  const MatrixXd infinity = -states.output_of([](Complex p) { return p; }) * states.B;
  return std::min(band.low * band.low * lowest_eigenvalue(rest),
                  lowest_eigenvalue(infinity) / (band.high * band.high));
}

}  // namespace

std::vector<double> singular_frequencies(const ReducedModel& model) {
  const RealModel states = real_model(model);
  const MatrixXd CA = states.output_of([](Complex p) { return p; });
  const std::optional<CholeskyFactor> limit = CholeskyFactor::of(-CA * states.B);
  if (!limit) {
    throw SolverFailure(
        "passivity of a reduced model: omega^2 Re H must be positive definite at infinity");
  }
  MatrixXd conditions(states.count(), 2 * model.size());
  conditions << CA.transpose(), states.output_of([](Complex p) { return 1.0 / p; }).transpose();
  const MatrixXd Z = orthogonal_complement(conditions);
  MatrixXd A2Z = states.apply([](Complex p) { return p * p; }, Z);
  A2Z += states.B * limit->solve(CA * A2Z);
  const std::optional<VectorXcd> eigenvalues = general_eigenvalues(Z.transpose() * A2Z);
  if (!eigenvalues) {
    throw SolverFailure("passivity of a reduced model: its singular frequencies did not converge");
  }
  std::vector<double> omega;
  for (const Complex value : *eigenvalues) {
    if (value.real() < 0.0 && std::abs(value.imag()) <= kRealWithin * std::abs(value)) {
      omega.push_back(std::sqrt(-value.real()));
    }
  }
  std::sort(omega.begin(), omega.end());
  return omega;
}

double proven_lowest_eigenvalue(const ReducedModel& model, const PassivityBand& band) {
  const double limits = lowest_in_limits(real_model(model), band);
  if (!(limits > 0.0)) return limits;
  const std::vector<double> singular = singular_frequencies(model);
  double lowest = std::min(limits, lowest_at(model, band.low, band));
  for (std::size_t k = 0; k < singular.size(); ++k) {
    const double next = k + 1 < singular.size() ? singular[k + 1] : 2.0 * singular[k];
    for (const double omega : {singular[k], std::sqrt(singular[k] * next)}) {
      lowest = std::min(lowest, lowest_at(model, omega, band));
    }
  }
  if (!singular.empty()) lowest = std::min(lowest, lowest_at(model, 0.5 * singular[0], band));
  return lowest;
}

}  // namespace raftup::hydro
