#include "hydro/database/high_frequency.hpp"

#include <numbers>

#include "hydro/base/error.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/quadrature.hpp"

namespace raftup::hydro {

namespace {

using Eigen::Index;

/// Computes (1/omega) integral K(tau) sin(omega tau) dtau by the trapezoidal rule.
MatrixXd sine_integral(const MatrixSeries& kernel, double omega) {
  const auto weighted = [&](std::size_t k) {
    return kernel.values[k] * sincos(omega * kernel.grid[static_cast<Index>(k)]).sine;
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
  MatrixXd weights(n, n);
  for (Index i = 0; i < n; ++i) {
    // B is 0 at both points that are added to the grid.
    weights.row(i) =
        -2.0 / std::numbers::pi * dispersion_weights(grid, omega[i]).segment(1, n).transpose();
  }
  return weights;
}

MatrixXd ogilvie_added_mass(const Database& database) {
  require(!database.added_mass.empty(), "infinite added mass: needs A(omega), the file has none");
  const bool from_damping = !database.radiation_damping.empty();
  require(from_damping || !database.retardation_kernel.empty(),
          "infinite added mass: needs B(omega) or K(tau), the file has neither");
  const auto n = static_cast<Index>(database.added_mass.size());
  const VectorXd mean_weights =
      kramers_kronig_weights(database.omega).topRows(n).colwise().mean().transpose();
  MatrixXd sum = MatrixXd::Zero(database.dof_count(), database.dof_count());
  for (Index k = 0; k < database.omega.size(); ++k) {
    const auto place = static_cast<std::size_t>(k);
    if (k < n) sum += database.added_mass[place] / static_cast<double>(n);
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

namespace {

/// Multiple of the last frequency beyond which a tail adds nothing to K.
constexpr double kEnd = 10.0;
constexpr Eigen::Index kPoints = 128;

}  // namespace

DampingTail damping_tail(double end) {
  DampingTail tail{VectorXd(kPoints), VectorXd(kPoints)};
  for (Eigen::Index k = 0; k < kPoints; ++k) {
    const double ratio = power(kEnd, static_cast<double>(k + 1) / kPoints);
    tail.omega[k] = ratio * end;
    tail.fall[k] = ratio * ratio * ratio;
  }
  return tail;
}

}  // namespace raftup::hydro
