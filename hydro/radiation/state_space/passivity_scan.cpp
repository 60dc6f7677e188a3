#include "hydro/radiation/state_space/passivity_scan.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "hydro/numerics/dense.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::hydro {
namespace {

constexpr Eigen::Index kLinearPoints = 1500;
constexpr Eigen::Index kGeometricPoints = 400;

/// Where a violation can hide: dense over the data, far beyond them, and around every pole.
VectorXd scan_grid(const VectorXcd& poles, const PassivityBand& band, int density) {
  const Eigen::Index geometric = density * kGeometricPoints, linear = density * kLinearPoints;
  std::vector<double> grid;
  for (Eigen::Index k = 0; k < geometric; ++k) {
    const double share = static_cast<double>(k) / static_cast<double>(geometric - 1);
    grid.push_back(0.01 * band.low * power(1e4 * band.high / band.low, share));
  }
  for (Eigen::Index k = 1; k <= linear; ++k) {
    grid.push_back(1.2 * band.high * static_cast<double>(k) / static_cast<double>(linear));
  }
  for (const Complex p : poles) {
    for (const double offset : {-4.0, -2.0, -1.0, -0.5, 0.0, 0.5, 1.0, 2.0, 4.0}) {
      const double omega = p.imag() + offset * p.real();
      if (omega > 0.01 * band.low) grid.push_back(omega);
    }
  }
  std::sort(grid.begin(), grid.end());
  grid.erase(std::unique(grid.begin(), grid.end()), grid.end());
  return Eigen::Map<VectorXd>(grid.data(), static_cast<Eigen::Index>(grid.size()));
}

/// Lowest eigenvalue of G at each frequency, or a large number where a factorisation already
/// proves it above the level.
VectorXd scan(const RationalModel& model, const VectorXd& grid, const PassivityBand& band,
              double level) {
  constexpr Eigen::Index kBatch = 64;
  VectorXd lowest(grid.size());
  for (Eigen::Index begin = 0; begin < grid.size(); begin += kBatch) {
    const Eigen::Index count = std::min(kBatch, grid.size() - begin);
    RowMajorMatrix rows(count, model.pole_count());
    for (Eigen::Index k = 0; k < count; ++k) {
      rows.row(k) = passivity_row(model.poles, grid[begin + k], band).transpose();
    }
    const RowMajorMatrix table = rows * model.coefficients;
    for (Eigen::Index k = 0; k < count; ++k) {
      const MatrixXd G = matrix_of_row(table, k, model.size());
      const MatrixXd above = G - level * MatrixXd::Identity(model.size(), model.size());
      const bool proven = is_positive_definite(above);
      lowest[begin + k] = proven ? std::numeric_limits<double>::max() : lowest_eigenvalue(G);
    }
  }
  return lowest;
}

/// Golden-section search of the lowest eigenvalue between two neighbours of a grid point.
double refined_minimum(const RationalModel& model, double left, double right,
                       const PassivityBand& band) {
  const double ratio = 0.5 * (std::sqrt(5.0) - 1.0);
  double inner_left = right - ratio * (right - left), inner_right = left + ratio * (right - left);
  double value_left = lowest_eigenvalue(passivity_matrix(model, inner_left, band));
  double value_right = lowest_eigenvalue(passivity_matrix(model, inner_right, band));
  for (int step = 0; step < 8; ++step) {
    if (value_left < value_right) {
      right = inner_right;
      inner_right = inner_left;
      value_right = value_left;
      inner_left = right - ratio * (right - left);
      value_left = lowest_eigenvalue(passivity_matrix(model, inner_left, band));
    } else {
      left = inner_left;
      inner_left = inner_right;
      value_left = value_right;
      inner_right = left + ratio * (right - left);
      value_right = lowest_eigenvalue(passivity_matrix(model, inner_right, band));
    }
  }
  return value_left < value_right ? inner_left : inner_right;
}

}  // namespace

double band_factor(double omega, const PassivityBand& band) {
  const double below = band.low / omega, above = omega / band.high;
  return (1.0 + below * below) * (1.0 + above * above);
}

VectorXd passivity_row(const VectorXcd& poles, double omega, const PassivityBand& band) {
  return band_factor(omega, band) * rational_basis(poles, omega).real();
}

MatrixXd passivity_matrix(const RationalModel& model, double omega, const PassivityBand& band) {
  return weighted_matrix(model.coefficients, passivity_row(model.poles, omega, band), model.size());
}

double lowest_eigenvalue(const MatrixXd& symmetric) { return symmetric_eigenvalues(symmetric)[0]; }

double lowest_eigenvalue(const RationalModel& model, const VectorXd& omega,
                         const PassivityBand& band) {
  double lowest = std::numeric_limits<double>::max();
  for (const double w : omega)
    lowest = std::min(lowest, lowest_eigenvalue(passivity_matrix(model, w, band)));
  return lowest;
}

PassivityScanner::PassivityScanner(const VectorXcd& poles, const PassivityBand& band, int density)
    : band_(band),
      grid_(scan_grid(poles, band, density)),
      start_row_(band.low * band.low * basis_at_rest(poles)),
      end_row_(basis_at_infinity(poles) / (band.high * band.high)) {}

PassivityScan PassivityScanner::look_at(const RationalModel& model, double level) const {
  PassivityScan found{weighted_matrix(model.coefficients, start_row_, model.size()),
                      weighted_matrix(model.coefficients, end_row_, model.size()),
                      scan(model, grid_, band_, level), 0.0};
  found.deepest = std::min(
      {found.lowest.minCoeff(), lowest_eigenvalue(found.start), lowest_eigenvalue(found.end)});
  return found;
}

std::vector<double> PassivityScanner::violations(const RationalModel& model,
                                                 const VectorXd& lowest) const {
  std::vector<double> found;
  const Eigen::Index last = grid_.size() - 1;
  for (Eigen::Index k = 0; k <= last; ++k) {
    const bool minimum =
        (k == 0 || lowest[k] <= lowest[k - 1]) && (k == last || lowest[k] < lowest[k + 1]);
    if (!minimum || lowest[k] == std::numeric_limits<double>::max()) continue;
    const double omega = refined_minimum(model, grid_[std::max<Eigen::Index>(k - 1, 0)],
                                         grid_[std::min(k + 1, last)], band_);
    const bool violated =
        lowest[k] < 0.0 || lowest_eigenvalue(passivity_matrix(model, omega, band_)) < 0.0;
    if (violated) found.push_back(omega);
  }
  return found;
}

double PassivityScanner::deepest(const RationalModel& model, const PassivityScan& seen,
                                 const std::vector<double>& violations) const {
  double deepest = seen.deepest;
  for (const double omega : violations) {
    deepest = std::min(deepest, lowest_eigenvalue(passivity_matrix(model, omega, band_)));
  }
  return deepest;
}

}  // namespace raftup::hydro
