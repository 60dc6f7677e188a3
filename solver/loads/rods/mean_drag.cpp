#include "solver/loads/rods/mean_drag.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "hydro/numerics/dense.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/quadrature.hpp"

namespace raftup::solver::rods {

namespace {

/// Points of the integral over t = tan(angle)/scale: they leave 1e-9 of L where sigma and m are alike.
constexpr Eigen::Index kDragPoints = 40;

}  // namespace

Matrix3 mean_drag(const Vector3& mean, const Matrix3& covariance) {
  const SymmetricEigen axes = symmetric_eigen(covariance);
  const Vector3 variance = axes.values.cwiseMax(0.0), m = axes.vectors.transpose() * mean;
  const double scale = std::sqrt(2.0 * variance.maxCoeff() + m.squaredNorm());
  if (!(scale > 0.0)) return Matrix3::Zero();
  static const GaussLegendre kRule = gauss_legendre(kDragPoints);
  Matrix3 sum = Matrix3::Zero();  // E[u u^T/|u|] in the axes of the covariance
  for (Eigen::Index k = 0; k < kDragPoints; ++k) {
    const auto [sine, cosine] = sincos(0.5 * std::numbers::pi * kRule.points[k]);
    const double t2 = sine * sine / (cosine * cosine * scale * scale);
    const Vector3 g = Vector3::Ones() + 2.0 * t2 * variance;
    const Vector3 mean_here = m.cwiseQuotient(g);
    double weight = kRule.weights[k] / (cosine * cosine * scale * std::sqrt(g.prod()));
    weight *= raftup::exponential(-t2 * m.dot(mean_here));
    sum += weight * mean_here * mean_here.transpose();
    sum.diagonal() += weight * variance.cwiseQuotient(g);
  }
  sum *= std::sqrt(std::numbers::pi);  // pi/2 of the angle, 2/sqrt(pi) of 1/|u|
  const double speed = sum.trace();
  sum.diagonal().array() += speed;
  return axes.vectors * sum * axes.vectors.transpose();
}

}  // namespace raftup::solver::rods
