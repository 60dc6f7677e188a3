#include <cmath>
#include <utility>

#include "hydro/base/cancellation.hpp"
#include "hydro/numerics/dense.hpp"
#include "hydro/numerics/elementary.hpp"
#include "solver/linearisation/linear_matrices.hpp"

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
    check_cancelled();
    grid[k] = kLowest * raftup::exponential(ratio * static_cast<double>(k));
  }
  return grid;
}

/// The impedance C - omega^2 (M + A) in the free motions, each scaled by the root of its inertia.
class ModeSearch {
 public:
  ModeSearch(const LinearMatrices& matrices, const LinearWater& water)
      : matrices_(matrices), water_(water), motions_(scaled_motions(matrices)) {
    mass_ = motions_.transpose() * matrices.mass * motions_;
    restoring_ = motions_.transpose() * matrices.restoring * motions_;
  }

  std::vector<NaturalMode> run() const;

 private:
  static MatrixXd scaled_motions(const LinearMatrices& matrices);
  MatrixXd impedance(double omega, const MatrixXd& added_mass) const;
  MatrixXd added_mass(double omega) const {
    return water_.added_mass(VectorXd::Constant(1, omega)).front();
  }
  VectorXd values(double omega) const {
    return symmetric_eigenvalues(impedance(omega, added_mass(omega)));
  }
  /// Of an interval, with the eigenvalue there.
  struct End {
    double omega, value;
  };
  double zero_between(End low, End high, Eigen::Index mode) const;
  NaturalMode mode_at(double omega, Eigen::Index mode) const;

  const LinearMatrices& matrices_;
  const LinearWater& water_;
  MatrixXd motions_;           ///< dof axes, a column each
  MatrixXd mass_, restoring_;  ///< in them
};

MatrixXd ModeSearch::scaled_motions(const LinearMatrices& matrices) {
  const MatrixXd& free = matrices.free_basis;
  const VectorXd inertia = (free.transpose() * matrices.mass * free).diagonal();
  return free * inertia.cwiseSqrt().cwiseInverse().asDiagonal();
}

MatrixXd ModeSearch::impedance(double omega, const MatrixXd& added_mass) const {
  const MatrixXd Z =
      restoring_ - omega * omega * (mass_ + motions_.transpose() * added_mass * motions_);
  return 0.5 * (Z + Z.transpose());
}

/// Regula falsi down to round-off; an end that stays where it is counts less each time.
/// @source Anderson and Bjorck (1973)
double ModeSearch::zero_between(End low, End high, Eigen::Index mode) const {
  double last = 0.0;
  for (int i = 0; i < kRefinements && high.value < 0.0; ++i) {
    check_cancelled();
    const double next = low.omega + (high.omega - low.omega) * low.value / (low.value - high.value);
    if (next <= low.omega || next >= high.omega || std::abs(next - last) <= kSame * next) {
      return next;
    }
    const double value = values(next)[mode];
    End& moved = value > 0.0 ? low : high;
    End& kept = value > 0.0 ? high : low;
    if (moved.omega == last) {
      const double left = 1.0 - value / moved.value;
      kept.value *= left > 0.0 ? left : 0.5;
    }
    moved = {next, value};
    last = next;
  }
  return high.omega;
}

NaturalMode ModeSearch::mode_at(double omega, Eigen::Index mode) const {
  const MatrixXd A = added_mass(omega);
  const SymmetricEigen found = symmetric_eigen(impedance(omega, A));
  NaturalMode result;
  result.omega = omega;
  result.shape = motions_ * found.vectors.col(mode);
  Eigen::Index largest = 0;
  result.shape.cwiseAbs().maxCoeff(&largest);
  result.shape /= result.shape[largest];
  const VectorXd& x = result.shape;
  const MatrixXd damping =
      matrices_.linear_damping + water_.radiation_damping(VectorXd::Constant(1, omega)).front();
  result.modal_mass = x.dot((matrices_.mass + A) * x);
  result.modal_damping = x.dot(damping * x);
  return result;
}

/// An eigenvalue, by its place among them, falls through zero where one more is not above it.
std::vector<NaturalMode> ModeSearch::run() const {
  std::vector<NaturalMode> modes;
  const VectorXd grid = search_grid();
  const std::vector<MatrixXd> added_mass = water_.added_mass(grid);
  MatrixXd last;
  Eigen::Index fallen = 0;
  for (Eigen::Index k = 0; k < grid.size(); ++k) {
    check_cancelled();
    MatrixXd here = impedance(grid[k], added_mass[static_cast<std::size_t>(k)]);
    const Eigen::Index before = fallen;
    fallen = count_not_positive(here);
    if (k > 0 && fallen > before) {
      const VectorXd low = symmetric_eigenvalues(last), high = symmetric_eigenvalues(here);
      for (Eigen::Index mode = before; mode < fallen; ++mode) {
        const double omega = zero_between({grid[k - 1], low[mode]}, {grid[k], high[mode]}, mode);
        modes.push_back(mode_at(omega, mode));
      }
    }
    last = std::move(here);
  }
  return modes;
}

}  // namespace

std::vector<NaturalMode> natural_modes(const LinearMatrices& matrices, const LinearWater& water) {
  if (matrices.free_basis.cols() == 0) return {};
  return ModeSearch(matrices, water).run();
}

}  // namespace raftup::solver
