#include "hydro/radiation/kernel/retardation_kernel.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/quadrature.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/radiation/kernel/sampled_kernel.hpp"

namespace raftup::hydro {
namespace {

using std::numbers::pi;

/// Least half width of a resonance beyond the last frequency, relative to its distance from there.
/// Without this damping, one pole of `sphere` rings for 500 s and its truncated end took .1 of the
/// peak damping; with it, the convolution differs by .26 % from the file (decision 19). Other
/// values were not swept.
constexpr double kNarrowestBeyond = 0.25;
// Relative to sqrt(K_ii(0) K_jj(0)): below the error of any panel data.
constexpr double kDiedOut = 1e-4;

/// Returns half of the time after which a B that is sampled at the frequencies of the file repeats
/// itself.
double repeat_time(const RadiationCoefficients& coefficients) {
  const VectorXd& filed = coefficients.filed_omega();
  const Eigen::Index n = filed.size();
  const double spacing = (filed.tail(n - 1) - filed.head(n - 1)).maxCoeff();
  double limit = pi / spacing;
  if (!coefficients.filed_kernel().empty()) {
    limit = coefficients.filed_kernel().grid.tail<1>()[0];
  }
  return limit;
}

/// Returns the last delay at which any pair of a kernel is above kDiedOut of its scale.
double natural_duration(const RadiationCoefficients& coefficients,
                        const std::function<RowMajorMatrix(const VectorXd&)>& samples,
                        double longest) {
  constexpr Eigen::Index kScanPoints = 2001;
  const VectorXd tau = VectorXd::LinSpaced(kScanPoints, 0.0, longest);
  const RowMajorMatrix kernel = samples(tau);
  const Eigen::Index size = coefficients.dof_count();
  const VectorXd scale = matrix_of_row(kernel, 0, size).diagonal().cwiseMax(0.0).cwiseSqrt();
  const VectorXd inverse =
      (coefficients.dof_scale().array() > 0.0).select(scale.cwiseInverse(), VectorXd::Zero(size));
  for (Eigen::Index k = kScanPoints - 1; k > 0; --k) {
    const auto K = matrix_of_row(kernel, k, size);
    const MatrixXd relative = inverse.asDiagonal() * K * inverse.asDiagonal();
    if (relative.cwiseAbs().maxCoeff() > kDiedOut) return tau[k];
  }
  return tau[1];
}

/// Returns the longest duration of a kernel that is computed from a fit.
double longest_fitted(const RadiationCoefficients& coefficients) {
  const VectorXd& filed = coefficients.filed_omega();
  const double middle = 0.5 * (filed[0] + filed[filed.size() - 1]);
  return std::max(repeat_time(coefficients), RetardationKernel::kLongestFitted * 2.0 * pi / middle);
}

/// Damps the resonances of a model beyond the last frequency, where there are no data: their half
/// width becomes at least a quarter of their distance from it.
RationalModel damped_beyond(RationalModel fitted, double last_omega) {
  for (Complex& pole : fitted.poles) {
    const double least = kNarrowestBeyond * (pole.imag() - last_omega);
    if (least > 0.0) pole = {std::min(pole.real(), -least), pole.imag()};
  }
  return fitted;
}

/// Computes the kernel of a rational model.
RowMajorMatrix fitted_samples(const RationalModel& fitted, const VectorXd& tau) {
  RowMajorMatrix basis(tau.size(), fitted.pole_count());
  for (Eigen::Index k = 0; k < tau.size(); ++k) {
    basis.row(k) = exponential_basis(fitted.poles, tau[k]).transpose();
  }
  return basis * fitted.coefficients;
}

/// Interpolates the kernel of a file linearly between its samples; it is 0 beyond its end.
RowMajorMatrix interpolated(const MatrixSeries& filed, const VectorXd& tau) {
  const Eigen::Index size = filed.values.front().rows();
  RowMajorMatrix result = RowMajorMatrix::Zero(tau.size(), size * size);
  for (Eigen::Index k = 0; k < tau.size(); ++k) {
    check_cancelled();
    const VectorXd weights = linear_weights(filed.grid, tau[k]);
    auto K = matrix_of_row(result, k, size);
    for (Eigen::Index m = 0; m < weights.size(); ++m) {
      if (weights[m] != 0.0) K += weights[m] * filed.values[static_cast<std::size_t>(m)];
    }
  }
  return result;
}

}  // namespace

RowMajorMatrix retardation_kernel_samples(const RadiationCoefficients& coefficients,
                                          const VectorXd& tau) {
  if (!coefficients.filed_kernel().empty()) return interpolated(coefficients.filed_kernel(), tau);
  const bool repaired = coefficients.data() == RadiationData::kRepaired;
  const Eigen::Index first = repaired ? 0 : 1;
  const Eigen::Index count =
      repaired ? coefficients.omega().size() : coefficients.filed_omega().size();
  const VectorXd omega = coefficients.omega().segment(first, count);
  const VectorXd trapezoid = trapezoid_weights(omega);
  RowMajorMatrix weights(tau.size(), count);
  for (Eigen::Index k = 0; k < tau.size(); ++k) {
    check_cancelled();
    if (repaired) {
      weights.row(k) = cosine_weights(omega, tau[k]);
    } else {
      weights.row(k) = trapezoid.array() * (omega.array() * tau[k]).cos();
    }
  }
  return (2.0 / pi) * weights * coefficients.damping_samples().middleRows(first, count);
}

RetardationKernel::RetardationKernel(const RadiationCoefficients& coefficients, double step,
                                     std::optional<double> duration)
    : RetardationKernel(
          coefficients,
          [&](const VectorXd& tau) { return retardation_kernel_samples(coefficients, tau); },
          repeat_time(coefficients), step, duration,
          coefficients.data() == RadiationData::kRepaired) {}

RetardationKernel::RetardationKernel(const RadiationCoefficients& coefficients,
                                     const RationalModel& fitted, double step,
                                     std::optional<double> duration)
    : RetardationKernel(
          coefficients,
          [damped = damped_beyond(
               fitted, coefficients.filed_omega()[coefficients.filed_omega().size() - 1])](
              const VectorXd& tau) { return fitted_samples(damped, tau); },
          longest_fitted(coefficients), step, duration, true) {}

RetardationKernel RetardationKernel::passive_as_filed(const RadiationCoefficients& coefficients,
                                                      double step, std::optional<double> duration) {
  const auto symmetric = [&](const VectorXd& tau) {
    RowMajorMatrix samples = retardation_kernel_samples(coefficients, tau);
    for (Eigen::Index k = 0; k < samples.rows(); ++k) {
      auto K = matrix_of_row(samples, k, coefficients.dof_count());
      K = (0.5 * (K + K.transpose())).eval();
    }
    return samples;
  };
  return {coefficients, symmetric, repeat_time(coefficients), step, duration, true};
}

RetardationKernel::RetardationKernel(const RadiationCoefficients& coefficients,
                                     const Samples& samples, double longest, double step,
                                     std::optional<double> duration, bool passive)
    : dof_count_(coefficients.dof_count()), spacing_(0.5 * step) {
  require(step > 0.0 && std::isfinite(step),
          fmt::format("step of a radiation memory must be positive, got {} s", step));
  const double least = static_cast<double>(kLeastSteps) * step;
  require(!duration || (*duration >= least && std::isfinite(*duration)),
          fmt::format("kernel_duration must be at least {} steps of {} s, got {} s", kLeastSteps,
                      step, duration.value_or(0.0)));
  const double length =
      std::max(least, duration ? *duration : natural_duration(coefficients, samples, longest));
  require_storable(2.0 * length / step, dof_count_);
  // The rounding of a duration that is a whole number of steps must not add a step.
  const auto steps = to_integer<Eigen::Index>(std::ceil(length / step * (1.0 - 1e-12)),
                                              "steps of a radiation memory");
  const VectorXd index = VectorXd::LinSpaced(2 * steps + 1, 0.0, static_cast<double>(2 * steps));
  samples_ = samples(spacing_ * index);
  if (passive) {
    const VectorXd& filed = coefficients.filed_omega();
    passivity_ =
        make_kernel_passive(samples_, spacing_, coefficients.dof_scale(), filed[filed.size() - 1]);
  }
}

Eigen::RowVectorXd RetardationKernel::at(double tau) const {
  const CubicValue cubic = cubic_value(tau / spacing_, samples_.rows());
  return cubic.weights.transpose() * samples_.middleRows(cubic.first, CubicValue::kNodes);
}

MatrixXcd RetardationKernel::transform(double omega) const {
  const VectorXcd weights = transform_weights(omega, spacing_, samples_.rows());
  const VectorXd real = weights.real(), imaginary = weights.imag();
  MatrixXcd result(dof_count_, dof_count_);
  result.real() = weighted_matrix(samples_, real, dof_count_);
  result.imag() = weighted_matrix(samples_, imaginary, dof_count_);
  return result;
}

namespace {

constexpr Eigen::Index kNodes = CubicValue::kNodes;

/// Returns the first of the four samples whose cubic is used in the cell [cell, cell + 1].
Eigen::Index first_node(Eigen::Index cell, Eigen::Index sample_count) {
  return std::clamp<Eigen::Index>(cell - 1, 0, sample_count - kNodes);
}

VectorXd cubic_weights(double position) {
  return lagrange_weights(VectorXd::LinSpaced(kNodes, 0.0, kNodes - 1.0), position);
}

/// Returns exp(i angle), bit for bit the same on every machine.
Complex unit_phase(double angle) {
  const auto [sine, cosine] = sincos(angle);
  return {cosine, sine};
}

/// Computes the integrals over u in [0, 1] of the four cubics at offset + u, times exp(-i theta u).
VectorXcd cubic_moments(double offset, double theta) {
  static const GaussLegendre kRule = gauss_legendre(10);
  VectorXcd moments = VectorXcd::Zero(kNodes);
  for (Eigen::Index g = 0; g < kRule.points.size(); ++g) {
    const Complex phase = kRule.weights[g] * unit_phase(-theta * kRule.points[g]);
    moments += phase * cubic_weights(offset + kRule.points[g]);
  }
  return moments;
}

}  // namespace

CubicValue cubic_value(double position, Eigen::Index sample_count) {
  const Eigen::Index first = first_node(
      to_integer<Eigen::Index>(std::floor(position), "delay in samples of a kernel"), sample_count);
  return {first, cubic_weights(position - static_cast<double>(first))};
}

VectorXcd transform_weights(double omega, double spacing, Eigen::Index sample_count) {
  const double theta = omega * spacing;
  std::array<VectorXcd, kNodes - 1> moments;
  for (std::size_t offset = 0; offset < moments.size(); ++offset) {
    moments[offset] = spacing * cubic_moments(static_cast<double>(offset), theta);
  }
  VectorXcd weights = VectorXcd::Zero(sample_count);
  for (Eigen::Index cell = 0; cell + 1 < sample_count; ++cell) {
    check_cancelled();
    const Eigen::Index first = first_node(cell, sample_count);
    const Complex phase = unit_phase(-theta * static_cast<double>(cell));
    weights.segment(first, kNodes) += phase * moments[static_cast<std::size_t>(cell - first)];
  }
  return weights;
}

}  // namespace raftup::hydro
