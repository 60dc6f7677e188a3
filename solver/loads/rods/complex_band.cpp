#include "solver/loads/rods/complex_band.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "hydro/base/error.hpp"

namespace raftup::solver::rods {

ComplexBand::ComplexBand(Eigen::Index size, Eigen::Index half_width)
    : size_(size),
      half_width_(half_width),
      entries_(MatrixXcd::Zero(3 * half_width + 1, size)),
      pivots_(static_cast<std::size_t>(size)) {}

void ComplexBand::clear() { entries_.setZero(); }

void ComplexBand::factorize() {
  for (Eigen::Index k = 0; k < size_; ++k) {
    Eigen::Index pivot = k;
    for (Eigen::Index i = k + 1; i <= last_row(k); ++i) {
      if (std::norm(at(i, k)) > std::norm(at(pivot, k))) pivot = i;
    }
    pivots_[static_cast<std::size_t>(k)] = pivot;
    if (!(std::norm(at(pivot, k)) > 0.0)) {
      throw SolverFailure(
          "the impedance of a line is singular: it is not held, or oscillates "
          "without damping at this frequency");
    }
    if (pivot != k) {
      for (Eigen::Index j = k; j <= last_column(k); ++j) std::swap(at(k, j), at(pivot, j));
    }
    const Complex per_pivot = 1.0 / at(k, k);
    for (Eigen::Index i = k + 1; i <= last_row(k); ++i) {
      const Complex factor = at(i, k) * per_pivot;
      at(i, k) = factor;
      if (factor == 0.0) continue;
      for (Eigen::Index j = k + 1; j <= last_column(k); ++j) at(i, j) -= factor * at(k, j);
    }
  }
}

void ComplexBand::solve(Eigen::Ref<MatrixXcd> b) const {
  const auto entry = [this](Eigen::Index row, Eigen::Index column) {
    return entries_(column - row + half_width_, row);
  };
  for (Eigen::Index k = 0; k < size_; ++k) {
    const Eigen::Index pivot = pivots_[static_cast<std::size_t>(k)];
    if (pivot != k) b.row(k).swap(b.row(pivot));
    for (Eigen::Index i = k + 1; i <= last_row(k); ++i) b.row(i) -= entry(i, k) * b.row(k);
  }
  for (Eigen::Index k = size_ - 1; k >= 0; --k) {
    for (Eigen::Index j = k + 1; j <= last_column(k); ++j) b.row(k) -= entry(k, j) * b.row(j);
    b.row(k) /= entry(k, k);
  }
}

}  // namespace raftup::solver::rods
