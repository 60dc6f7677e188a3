#include "solver/linearisation/natural_modes.hpp"

#include <cmath>

#include "hydro/numerics/dense.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {

namespace {

constexpr double kLowest = 1e-3, kHighest = 20.0;  ///< rad/s: periods of .3 s to more than an hour
constexpr Eigen::Index kSearchPoints = 800;
constexpr int kRefinements = 60;  ///< at most, of an interval of 1 %
constexpr double kSame = 1e-15;   ///< of a frequency

VectorXd search_grid() {
  VectorXd grid(kSearchPoints);
  const double ratio = logarithm(kHighest / kLowest) / (kSearchPoints - 1);
  for (Eigen::Index k = 0; k < kSearchPoints; ++k) {
    grid[k] = kLowest * raftup::exponential(ratio * static_cast<double>(k));
  }
  return grid;
}

class ModeSearch {
 public:
  ModeSearch(const LinearMatrices& matrices, const LinearWater& water)
      : matrices_(matrices),
        water_(water),
        scale_((matrices.free_basis.transpose() * matrices.mass * matrices.free_basis)
                   .diagonal()
                   .cwiseSqrt()
                   .cwiseInverse()) {}

  std::vector<NaturalMode> run() const;

 private:
  /// C - omega^2 (M + A) in the free motions, each scaled by the root of its inertia.
  MatrixXd impedance(double omega, const MatrixXd& added_mass) const;
  VectorXd values(double omega) const {
    return symmetric_eigenvalues(
        impedance(omega, water_.added_mass(VectorXd::Constant(1, omega)).front()));
  }
  double zero_between(double low, double high, double at_low, double at_high,
                      Eigen::Index mode) const;
  NaturalMode mode_at(double omega, Eigen::Index mode) const;

  const LinearMatrices& matrices_;
  const LinearWater& water_;
  VectorXd scale_;
};

MatrixXd ModeSearch::impedance(double omega, const MatrixXd& added_mass) const {
  const MatrixXd Z = matrices_.restoring - omega * omega * (matrices_.mass + added_mass);
  const MatrixXd& free = matrices_.free_basis;
  const MatrixXd scaled = scale_.asDiagonal() * (free.transpose() * Z * free) * scale_.asDiagonal();
  return 0.5 * (scaled + scaled.transpose());
}

/// Regula falsi by the rule of Illinois, down to round-off.
double ModeSearch::zero_between(double low, double high, double at_low, double at_high,
                                Eigen::Index mode) const {
  int side = 0;
  for (int i = 0; i < kRefinements && high - low > kSame * high && at_high < 0.0; ++i) {
    const double next = low + (high - low) * at_low / (at_low - at_high);
    if (next <= low || next >= high) return next <= low ? low : high;
    const double value = values(next)[mode];
    if (value > 0.0) {
      low = next;
      at_low = value;
      if (side == 1) at_high *= 0.5;
      side = 1;
    } else {
      high = next;
      at_high = value;
      if (side == -1) at_low *= 0.5;
      side = -1;
    }
  }
  return high;
}

NaturalMode ModeSearch::mode_at(double omega, Eigen::Index mode) const {
  const VectorXd at = VectorXd::Constant(1, omega);
  const MatrixXd added_mass = water_.added_mass(at).front();
  const SymmetricEigen found = symmetric_eigen(impedance(omega, added_mass));
  NaturalMode result;
  result.omega = omega;
  result.shape = matrices_.free_basis * found.vectors.col(mode).cwiseProduct(scale_);
  Eigen::Index largest = 0;
  result.shape.cwiseAbs().maxCoeff(&largest);
  result.shape /= result.shape[largest];
  const VectorXd& x = result.shape;
  const MatrixXd damping = matrices_.linear_damping + water_.radiation_damping(at).front();
  result.modal_mass = x.dot((matrices_.mass + added_mass) * x);
  result.modal_damping = x.dot(damping * x);
  return result;
}

std::vector<NaturalMode> ModeSearch::run() const {
  std::vector<NaturalMode> modes;
  const VectorXd grid = search_grid();
  const std::vector<MatrixXd> added_mass = water_.added_mass(grid);
  VectorXd before;
  for (Eigen::Index k = 0; k < grid.size(); ++k) {
    const VectorXd values =
        symmetric_eigenvalues(impedance(grid[k], added_mass[static_cast<std::size_t>(k)]));
    for (Eigen::Index mode = 0; k > 0 && mode < values.size(); ++mode) {
      if (before[mode] > 0.0 && values[mode] <= 0.0) {
        const double omega = zero_between(grid[k - 1], grid[k], before[mode], values[mode], mode);
        modes.push_back(mode_at(omega, mode));
      }
    }
    before = values;
  }
  return modes;
}

}  // namespace

std::vector<NaturalMode> natural_modes(const LinearMatrices& matrices, const LinearWater& water) {
  if (matrices.free_basis.cols() == 0) return {};
  return ModeSearch(matrices, water).run();
}

}  // namespace raftup::solver
