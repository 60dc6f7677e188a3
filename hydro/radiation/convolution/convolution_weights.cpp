#include "hydro/radiation/convolution/convolution_weights.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/numerics/quadrature.hpp"

namespace raftup::hydro {
namespace {

/// First of the past samples whose cubic stands for the interval [x_i, x_{i+1}], and how many.
struct Stencil {
  Eigen::Index first, size;
};

Stencil stencil(Eigen::Index interval, Eigen::Index count) {
  const Eigen::Index size = std::min<Eigen::Index>(4, count);
  return {std::clamp<Eigen::Index>(interval - 1, 1, count + 1 - size), size};
}

/// Adds w K(tau) to the weights of the samples that interpolate nu at the lag tau.
void add_point(const VectorXd& lags, Eigen::Index interval, double tau,
               const Eigen::RowVectorXd& weighted_kernel, RowMajorMatrix& weights) {
  const auto [first, size] = stencil(interval, lags.size() - 1);
  const VectorXd nodes = lags.segment(first, size);
  VectorXd basis = lagrange_weights(nodes, tau);
  if (interval == 0) {
    const double bend = 1.0 - tau / lags[1];
    basis -= bend * lagrange_weights(nodes, 0.0);
    weights.row(0) += bend * weighted_kernel;
  }
  weights.middleRows(first, size) += basis * weighted_kernel;
}

}  // namespace

RowMajorMatrix convolution_weights(const RetardationKernel& kernel, double first_lag,
                                   Eigen::Index count) {
  static const GaussLegendre kRule = gauss_legendre(4);  // exact for cubic times cubic
  const double spacing = kernel.spacing();
  VectorXd lags = VectorXd::Zero(count + 1);
  for (Eigen::Index i = 1; i <= count; ++i) {
    lags[i] = first_lag + 2.0 * spacing * static_cast<double>(i - 1);
  }
  RowMajorMatrix weights = RowMajorMatrix::Zero(count + 1, kernel.samples().cols());
  const bool whole_kernel = count == kernel.step_count();
  const auto cells = whole_kernel ? kernel.samples().rows() - 1
                                  : static_cast<Eigen::Index>(std::lround(lags[count] / spacing));
  const auto first_cells = static_cast<Eigen::Index>(std::lround(first_lag / spacing));
  for (Eigen::Index cell = 0; cell < cells; ++cell) {
    const Eigen::Index interval = cell < first_cells ? 0 : 1 + (cell - first_cells) / 2;
    for (Eigen::Index g = 0; g < kRule.points.size(); ++g) {
      const double tau = spacing * (static_cast<double>(cell) + kRule.points[g]);
      add_point(lags, interval, tau, kRule.weights[g] * spacing * kernel.at(tau), weights);
    }
  }
  return weights;
}

}  // namespace raftup::hydro
