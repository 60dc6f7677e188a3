#include "hydro/estimates/ellipsoid.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "hydro/base/error.hpp"
#include "hydro/numerics/quadrature.hpp"

namespace raftup::hydro {

namespace {

/// Lamb's integrals over l, by l = m^2 (1/u^2 - 1) with the least semi-axis m, 0 < u <= 1. Then a^2
/// + l = A/u^2 with A = m^2 + (a^2 - m^2) u^2. The integrands vary over u as far as m/a, so that
/// intervals that are halved down to there make each integral exact up to rounding.
class LambIntegrals {
 public:
  explicit LambIntegrals(const Vector3& semi_axes)
      : least_(semi_axes.minCoeff()),
        most_(semi_axes.maxCoeff()),
        product_(semi_axes.prod()),
        beyond_(semi_axes.cwiseAbs2().array() - least_ * least_) {}

  /// alpha, beta or gamma.
  double of(Eigen::Index axis) const {
    return integral([axis](const Vector3& A, double u) { return u * u / A[axis]; });
  }
  /// (gamma - beta)/(b^2 - c^2) of the axes b and c [1/m2], which is finite where b = c.
  double of_pair(Eigen::Index b, Eigen::Index c) const {
    return integral([b, c](const Vector3& A, double u) { return u * u * u * u / (A[b] * A[c]); });
  }

 private:
  template <typename Factor>
  double integral(const Factor& factor) const {
    const auto integrand = [&](double u) {
      const Vector3 A = (least_ * least_ + (u * u) * beyond_.array()).matrix();
      return 2.0 * least_ * least_ * factor(A, u) / std::sqrt(A.prod());
    };
    double sum = 0.0, upper = 1.0;
    while (upper > 0.25 * least_ / most_) {
      sum += integrate(integrand, 0.5 * upper, upper);
      upper *= 0.5;
    }
    return product_ * (sum + integrate(integrand, 0.0, upper));
  }

  double least_, most_, product_;
  Vector3 beyond_;  ///< a^2 - m^2 of each semi-axis a [m2]
};

}  // namespace

Matrix6 ellipsoid_added_mass(const Vector3& semi_axes, double density) {
  require(semi_axes.allFinite() && semi_axes.minCoeff() > 0.0, "semi-axes must be positive",
          fmt::format("[{}, {}, {}] m", semi_axes.x(), semi_axes.y(), semi_axes.z()));
  require(std::isfinite(density) && density > 0.0, "density must be positive",
          fmt::format("{}", density));
  // Relative to the longest semi-axis, so that no power of a length leaves the range of numbers.
  const double scale = semi_axes.maxCoeff();
  const Vector3 axes = semi_axes / scale;
  const LambIntegrals lamb(axes);
  const double volume = 4.0 / 3.0 * std::numbers::pi * semi_axes.prod();
  Matrix6 A = Matrix6::Zero();
  for (Eigen::Index axis = 0; axis < 3; ++axis) {
    const double alpha = lamb.of(axis);
    A(axis, axis) = density * volume * alpha / (2.0 - alpha);
    const Eigen::Index i = (axis + 1) % 3, j = (axis + 2) % 3;
    const double b2 = axes[i] * axes[i], c2 = axes[j] * axes[j];
    const double slope = lamb.of_pair(i, j);
    A(3 + axis, 3 + axis) = density * volume / 5.0 * scale * scale * (b2 - c2) * (b2 - c2) * slope /
                            (2.0 - (b2 + c2) * slope);
  }
  return A;
}

}  // namespace raftup::hydro
