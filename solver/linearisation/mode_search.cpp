#include "solver/linearisation/mode_search.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"
#include "hydro/numerics/dense.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::solver {

namespace {

constexpr Eigen::Index kSearchPoints = 800;
/// Largest number of elements of A that are computed at a time, at several frequencies: 64 MiB.
constexpr Eigen::Index kNumbersAtOnce = Eigen::Index{1} << 23;
/// Largest number of Newton iterations; a mode that needs more is not the one sought.
constexpr int kMostSteps = 12;
/// Relative change of a frequency at convergence of Newton's method.
constexpr double kModeSettled = 1e-13;
/// Rounding of x^T Z x, relative to the largest entry of Z.
constexpr double kImpedanceRounding = 1e-15;
/// Relative distance by which rounding may move a frequency out of its interval.
constexpr double kOutside = 1e-9;
/// Relative difference below which two frequencies are not separated further.
constexpr double kSame = 1e-12;

VectorXd search_grid() {
  VectorXd grid(kSearchPoints);
  const double ratio = logarithm(kHighestMode / kLowestMode) / (kSearchPoints - 1);
  for (Eigen::Index k = 0; k < kSearchPoints; ++k) {
    grid[k] = kLowestMode * raftup::exponential(ratio * static_cast<double>(k));
  }
  return grid;
}

/// Numbers without a pattern, so that no symmetric mode is orthogonal to the vector.
VectorXd uneven(Eigen::Index size) {
  VectorXd vector(size);
  for (Eigen::Index k = 0; k < size; ++k) {
    const double turns = std::numbers::phi * static_cast<double>(k + 1);
    vector[k] = 0.5 + turns - std::floor(turns);
  }
  return vector.normalized();
}

MatrixXd symmetrized(const MatrixXd& matrix) { return 0.5 * (matrix + matrix.transpose()); }

}  // namespace

void require_searchable(Eigen::Index motions) {
  if (motions <= kMostSearchedMotions) return;
  throw Error(ErrorCode::kResourceExhausted,
              fmt::format("modes must be asked of at most {} free motions that databases with an "
                          "added mass of every frequency couple, got {}: leave modes out, or "
                          "linearise a part of the bodies",
                          kMostSearchedMotions, motions));
}

ModeSearch::ModeSearch(const LinearMatrices& matrices, const LinearWater& water) : water_(water) {
  require_searchable(matrices.free_basis.cols());
  const MatrixXd& free = matrices.free_basis;
  const VectorXd inertia = (free.transpose() * matrices.mass * free).diagonal();
  motions_ = free * inertia.cwiseSqrt().cwiseInverse().asDiagonal();
  mass_ = in_motions(matrices.mass);
  restoring_ = in_motions(matrices.restoring);
}

MatrixXd ModeSearch::in_motions(const MatrixXd& matrix) const {
  return symmetrized(motions_.transpose() * matrix * motions_);
}

MatrixXd ModeSearch::impedance(double omega, const MatrixXd& added_mass) const {
  return restoring_ - omega * omega * (mass_ + added_mass);
}

ModeSearch::End ModeSearch::end_at(double omega, MatrixXd added_mass) const {
  const Eigen::Index fallen = count_not_positive(impedance(omega, added_mass));
  return {omega, std::move(added_mass), fallen};
}

std::vector<ModeSearch::Mode> ModeSearch::run() const {
  std::vector<Mode> modes;
  const VectorXd grid = search_grid();
  const Eigen::Index size = motions_.rows();
  const Eigen::Index at_once =
      std::clamp<Eigen::Index>(kNumbersAtOnce / (size * size), 1, grid.size());
  End last{0.0, {}, motions_.cols()};
  for (Eigen::Index first = 0; first < grid.size(); first += at_once) {
    check_cancelled();
    const VectorXd some = grid.segment(first, std::min(at_once, grid.size() - first));
    const std::vector<MatrixXd> added_masses = water_.added_mass(some);
    for (std::size_t k = 0; k < added_masses.size(); ++k) {
      End here = end_at(some[static_cast<Eigen::Index>(k)], in_motions(added_masses[k]));
      find_between(last, here, modes);
      last = std::move(here);
    }
  }
  return modes;
}

/// Finds the modes whose eigenvalues fall between two ends; eigenvalues that rise are no modes.
void ModeSearch::find_between(const End& low, const End& high, std::vector<Mode>& modes) const {
  if (high.fallen <= low.fallen) return;
  if (high.fallen == low.fallen + 1 && find_one(low, high, modes)) return;
  if (high.omega - low.omega <= kSame * high.omega) return append_modes(low, high, modes);
  const double omega = 0.5 * (low.omega + high.omega);
  const End middle = end_at(omega, added_mass(omega));
  find_between(low, middle, modes);
  find_between(middle, high, modes);
}

/// Finds the only mode between two ends by Newton's method from the middle.
/// @returns false if the method leaves the interval or does not converge
bool ModeSearch::find_one(const End& low, const End& high, std::vector<Mode>& modes) const {
  // dZ/domega, but for the curvature of A over the interval
  const MatrixXd slope = (high.added_mass - low.added_mass) / (high.omega - low.omega);
  double omega = 0.5 * (low.omega + high.omega);
  VectorXd x = solve_regular(impedance(omega, 0.5 * (low.added_mass + high.added_mass)),
                             uneven(motions_.cols()));
  for (int step = 0; step < kMostSteps; ++step) {
    check_cancelled();
    const MatrixXd A = added_mass(omega), Z = impedance(omega, A);
    x = VectorXd(solve_regular(Z, x.normalized())).normalized();
    if (!x.allFinite()) return false;
    const double by_omega =
        -2.0 * omega * x.dot((mass_ + A) * x) - omega * omega * x.dot(slope * x);
    const double change = -x.dot(Z * x) / by_omega;
    omega += change;
    const double beyond = kOutside * high.omega;
    const bool inside = omega >= low.omega - beyond && omega <= high.omega + beyond;
    if (by_omega >= 0.0 || (step > 1 && !inside) || !(omega > 0.0)) return false;
    const double rounding = kImpedanceRounding * Z.cwiseAbs().maxCoeff() / -by_omega;
    if (inside && std::abs(change) <= kModeSettled * omega + rounding) {
      modes.push_back({omega, motions_ * x});
      return true;
    }
  }
  return false;
}

/// Appends several modes with the same frequency.
void ModeSearch::append_modes(const End& low, const End& high, std::vector<Mode>& modes) const {
  const SymmetricEigen found = symmetric_eigen(impedance(high.omega, high.added_mass));
  for (Eigen::Index mode = low.fallen; mode < high.fallen; ++mode) {
    modes.push_back({high.omega, motions_ * found.vectors.col(mode)});
  }
}

}  // namespace raftup::solver
