#include "hydro/database/infinite_added_mass.hpp"

#include <cmath>
#include <numbers>

#include "hydro/error.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// ln |x|, and 0 at 0: there the logarithms of the two neighbouring intervals cancel.
double log_distance(double x) { return x == 0.0 ? 0.0 : std::log(std::abs(x)); }

/// PV integral over [a, b] of g(w) / (omega^2 - w^2) dw for the straight lines g = (b - w)/(b - a)
/// and (w - a)/(b - a).
struct IntervalIntegrals {
  double falling, rising;
};

IntervalIntegrals integrate_interval(double omega, double a, double b) {
  const double outgoing = log_distance(omega - a) - log_distance(omega - b);
  const double incoming = std::log((omega + b) / (omega + a));
  const double scale = 1.0 / (2.0 * omega * (b - a));
  return {scale * ((b - omega) * outgoing + (b + omega) * incoming),
          scale * ((omega - a) * outgoing - (omega + a) * incoming)};
}

/// (1/omega) integral K(tau) sin(omega tau) dtau by the trapezoidal rule.
MatrixXd sine_integral(const MatrixSeries& kernel, double omega) {
  const auto weighted = [&](std::size_t k) {
    return kernel.values[k] * std::sin(omega * kernel.grid[static_cast<Index>(k)]);
  };
  MatrixXd sum = MatrixXd::Zero(kernel.values.front().rows(), kernel.values.front().cols());
  for (std::size_t k = 1; k < kernel.values.size(); ++k) {
    const double step = kernel.grid[static_cast<Index>(k)] - kernel.grid[static_cast<Index>(k) - 1];
    sum += 0.5 * step * (weighted(k - 1) + weighted(k));
  }
  return sum / omega;
}

}  // namespace

MatrixXd kramers_kronig_weights(const VectorXd& omega) {
  const Index n = omega.size();
  VectorXd grid(n + 2);
  grid << 0.0, omega, 2.0 * omega[n - 1] - omega[n - 2];
  MatrixXd weights = MatrixXd::Zero(n, n + 2);
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j <= n; ++j) {
      const IntervalIntegrals part = integrate_interval(omega[i], grid[j], grid[j + 1]);
      weights(i, j) += part.falling;
      weights(i, j + 1) += part.rising;
    }
  }
  return 2.0 / std::numbers::pi * weights.middleCols(1, n);
}

MatrixXd ogilvie_added_mass(const Database& database) {
  require(!database.added_mass.empty(), "infinite added mass: needs A(omega), the file has none");
  const bool from_damping = !database.radiation_damping.empty();
  require(from_damping || !database.retardation_kernel.empty(),
          "infinite added mass: needs B(omega) or K(tau), the file has neither");
  const Index n = database.omega.size();
  const VectorXd mean_weights = kramers_kronig_weights(database.omega).colwise().mean().transpose();
  MatrixXd sum = MatrixXd::Zero(database.dof_count(), database.dof_count());
  for (Index k = 0; k < n; ++k) {
    const auto place = static_cast<std::size_t>(k);
    sum += database.added_mass[place] / static_cast<double>(n);
    if (from_damping) {
      sum += mean_weights[k] * database.radiation_damping[place];
    } else {
      sum += sine_integral(database.retardation_kernel, database.omega[k]) / static_cast<double>(n);
    }
  }
  return sum;
}

MatrixXd infinite_added_mass(const Database& database) {
  return database.added_mass_infinite ? *database.added_mass_infinite
                                      : ogilvie_added_mass(database);
}

}  // namespace raftup::hydro
