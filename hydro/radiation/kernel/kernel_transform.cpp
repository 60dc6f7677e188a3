#include "hydro/radiation/kernel/kernel_transform.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/quadrature.hpp"

namespace raftup::hydro {
namespace {

constexpr Eigen::Index kNodes = CubicValue::kNodes;

/// First of the four samples whose cubic stands for the cell [cell, cell + 1].
Eigen::Index first_node(Eigen::Index cell, Eigen::Index sample_count) {
  return std::clamp<Eigen::Index>(cell - 1, 0, sample_count - kNodes);
}

VectorXd cubic_weights(double position) {
  return lagrange_weights(VectorXd::LinSpaced(kNodes, 0.0, kNodes - 1.0), position);
}

/// exp(i angle), the same bits on every machine
Complex unit_phase(double angle) {
  const auto [sine, cosine] = sincos(angle);
  return {cosine, sine};
}

/// Integrals over u in [0, 1] of the four cubics at offset + u, times exp(-i theta u).
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
  const Eigen::Index first =
      first_node(static_cast<Eigen::Index>(std::floor(position)), sample_count);
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
    const Eigen::Index first = first_node(cell, sample_count);
    const Complex phase = unit_phase(-theta * static_cast<double>(cell));
    weights.segment(first, kNodes) += phase * moments[static_cast<std::size_t>(cell - first)];
  }
  return weights;
}

}  // namespace raftup::hydro
