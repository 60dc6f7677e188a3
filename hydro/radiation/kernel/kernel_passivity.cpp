#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>
#include <vector>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/numerics/dense.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/radiation/kernel/retardation_kernel.hpp"

namespace raftup::hydro {
namespace {

using std::numbers::pi;

constexpr double kLeastMargin = 1e-5;  // of the peak of B
constexpr double kRounding = 1e-12;    // rounding of a factorization, relative to the peak
// End of the search as a multiple of the data's last frequency; not swept.
constexpr double kHighest = 2.0;
constexpr int kSweeps = 100;  // per grid; a handful is usual
// Reach of a term, times pi/T; beyond it the term adds less than 3e-4 of its peak.
constexpr double kReach = 8.0;
// Densities of the grids, in points per pi/T, which is the spacing of independent values of B. The
// first grid finds most of the deficit at low cost. Between the points of the second grid, B is
// interpolated twice.
constexpr int kCoarse = 2, kFine = 8, kFinest = 32;
// Twice the deficit that a ripple can have between the finest points, relative to its depth: (pi /
// kFinest)^2 / 8.
constexpr double kMarginOfDepth = 2.4e-3;

/// Bohman's window at u = tau / T in [0, 1].
double window(double u) {
  const auto [sine, cosine] = sincos(pi * u);
  return (1.0 - u) * cosine + sine / pi;
}

/// Integral over [0, T] of w(tau) cos(z pi tau / T), over T.
double window_transform(double z) {
  // Nearer to z = 1 the quotient has fewer than ten digits, and 1/4 has an error of less than 1e-6.
  constexpr double kRemovable = 1e-6;
  const double gap = 1.0 - z * z;
  if (std::abs(gap) < kRemovable) return 0.25;
  const double lobe = sincos(0.5 * pi * z).cosine / gap;
  return 4.0 / (pi * pi) * lobe * lobe;
}

/// Frequencies omega_m = m pi / (density T) at which B_K is examined and changed.
struct FrequencyGrid {
  double duration;
  int density;
  Eigen::Index size;

  double omega(Eigen::Index m) const { return pi * static_cast<double>(m) / (density * duration); }

  /// Returns the contributions to B: w(tau) cos(omega_m tau) adds lobes[|k - m|] + lobes[k + m] to
  /// B at omega_k. They are 0 beyond kReach, so that the contribution is never overestimated.
  VectorXd lobes() const {
    VectorXd result = VectorXd::Zero(2 * size);
    const auto reach = to_integer<Eigen::Index>(kReach * density, "reach of a lobe");
    for (Eigen::Index m = 0; m <= std::min(reach, result.size() - 1); ++m) {
      result[m] = 0.5 * duration * window_transform(static_cast<double>(m) / density);
    }
    return result;
  }
};

FrequencyGrid frequency_grid(double duration, int density, double highest) {
  return {duration, density,
          to_integer<Eigen::Index>(highest * duration * density / pi, "number of frequencies") + 1};
}

/// Stores symmetric matrices of one size as rows: the lower triangle, row by row.
class Packing {
 public:
  explicit Packing(Eigen::Index size) : size_(size) {}

  Eigen::Index size() const { return size_; }
  Eigen::Index length() const { return size_ * (size_ + 1) / 2; }

  Eigen::RowVectorXd packed(const MatrixXd& matrix) const {
    Eigen::RowVectorXd row(length());
    Eigen::Index pair = 0;
    for (Eigen::Index i = 0; i < size_; ++i) {
      for (Eigen::Index j = 0; j <= i; ++j) row[pair++] = matrix(i, j);
    }
    return row;
  }

  MatrixXd unpacked(const RowMajorMatrix& rows, Eigen::Index k) const {
    MatrixXd matrix(size_, size_);
    Eigen::Index pair = 0;
    for (Eigen::Index i = 0; i < size_; ++i) {
      for (Eigen::Index j = 0; j <= i; ++j) matrix(i, j) = matrix(j, i) = rows(k, pair++);
    }
    return matrix;
  }

 private:
  Eigen::Index size_;
};

/// The kernel of the dofs that have a memory, each dof divided by its scale, with packed matrices.
class ScaledKernel {
 public:
  ScaledKernel(const RowMajorMatrix& samples, double spacing, const VectorXd& dof_scale)
      : spacing_(spacing), dof_scale_(dof_scale) {
    for (Eigen::Index i = 0; i < dof_scale.size(); ++i) {
      if (dof_scale[i] > 0.0) active_.push_back(i);
    }
    samples_.resize(samples.rows(), packing().length());
    for_each_pair([&](Eigen::Index pair, Eigen::Index row, Eigen::Index column) {
      samples_.col(pair) =
          samples.col(row * dof_scale_.size() + column) / (dof_scale_[row] * dof_scale_[column]);
    });
    change_ = RowMajorMatrix::Zero(samples_.rows(), samples_.cols());
  }

  Packing packing() const { return Packing(static_cast<Eigen::Index>(active_.size())); }
  double duration() const { return spacing_ * static_cast<double>(samples_.rows() - 1); }

  /// Computes B_K on the grid, one row per frequency.
  RowMajorMatrix damping(const FrequencyGrid& grid) const {
    RowMajorMatrix weights(grid.size, samples_.rows());
    for (Eigen::Index m = 0; m < grid.size; ++m) {
      weights.row(m) = transform_weights(grid.omega(m), spacing_, samples_.rows()).real();
    }
    return weights * (samples_ + change_);
  }

  /// Adds w(tau) sum over m of N_m cos(omega_m tau), row m of `terms` being N_m packed.
  void add(const FrequencyGrid& grid, const RowMajorMatrix& terms) {
    std::vector<Eigen::Index> used;
    for (Eigen::Index m = 0; m < grid.size; ++m) {
      if (!terms.row(m).isZero(0.0)) used.push_back(m);
    }
    RowMajorMatrix basis(samples_.rows(), static_cast<Eigen::Index>(used.size()));
    for (Eigen::Index k = 0; k < basis.rows(); ++k) {
      const double tau = spacing_ * static_cast<double>(k);
      const double w = window(tau / duration());
      for (std::size_t m = 0; m < used.size(); ++m) {
        basis(k, static_cast<Eigen::Index>(m)) = w * sincos(grid.omega(used[m]) * tau).cosine;
      }
    }
    change_ += basis * terms(used, Eigen::all);
  }

  /// Adds the accumulated change to the kernel in SI units. Pairs that do not couple remain
  /// uncoupled, without rounding errors of eigenvectors.
  void add_change_to(RowMajorMatrix& samples) const {
    const Eigen::Index size = dof_scale_.size();
    for_each_pair([&](Eigen::Index pair, Eigen::Index row, Eigen::Index column) {
      if (samples_.col(pair).isZero(0.0)) return;
      const VectorXd change = dof_scale_[row] * dof_scale_[column] * change_.col(pair);
      samples.col(row * size + column) += change;
      if (row != column) samples.col(column * size + row) += change;
    });
  }

 private:
  template <typename Visit>
  void for_each_pair(const Visit& visit) const {
    Eigen::Index pair = 0;
    for (std::size_t i = 0; i < active_.size(); ++i) {
      for (std::size_t j = 0; j <= i; ++j) visit(pair++, active_[i], active_[j]);
    }
  }

  double spacing_;
  const VectorXd& dof_scale_;
  std::vector<Eigen::Index> active_;
  RowMajorMatrix samples_, change_;
};

/// The frequencies at which B has negative eigenvalues, and the matrices that would lift these to
/// the margin.
struct Lack {
  double lowest = 0.0;  ///< lowest eigenvalue of all, and its index on the grid
  Eigen::Index lowest_place = 0;
  std::vector<Eigen::Index> places;
  RowMajorMatrix matrices;  ///< matrices, packed, one row per frequency
};

Lack find_lack(const RowMajorMatrix& damping, const Packing& packing, double margin) {
  Lack lack;
  std::vector<Eigen::RowVectorXd> found;
  const MatrixXd rounding = kRounding * MatrixXd::Identity(packing.size(), packing.size());
  for (Eigen::Index k = 0; k < damping.rows(); ++k) {
    const MatrixXd B = packing.unpacked(damping, k);
    // A factorization is much cheaper than eigenvalues, and most frequencies have no deficit.
    if (is_positive_definite(B + rounding)) continue;
    const SymmetricEigen eigen = symmetric_eigen(B);
    if (eigen.values[0] < lack.lowest) {
      lack.lowest = eigen.values[0];
      lack.lowest_place = k;
    }
    const VectorXd depth = (margin - eigen.values.array()).max(0.0);
    const MatrixXd& vectors = eigen.vectors;
    found.push_back(packing.packed(vectors * depth.asDiagonal() * vectors.transpose()));
    lack.places.push_back(k);
  }
  lack.matrices.resize(static_cast<Eigen::Index>(found.size()), damping.cols());
  for (std::size_t k = 0; k < found.size(); ++k) {
    check_cancelled();
    lack.matrices.row(static_cast<Eigen::Index>(k)) = found[k];
  }
  return lack;
}

/// Computes the changes of one sweep: the terms, one row per frequency, and the damping that they
/// add.
void supply(const Lack& lack, const VectorXd& lobes, RowMajorMatrix& terms,
            RowMajorMatrix& damping) {
  const Eigen::Index last = damping.rows() - 1;
  const auto reach = static_cast<Eigen::Index>((lobes.array() > 0.0).count());
  for (std::size_t t = 0; t < lack.places.size(); ++t) {
    check_cancelled();
    const Eigen::Index m = lack.places[t];
    const auto effect = [&](Eigen::Index k) { return lobes[std::abs(k - m)] + lobes[k + m]; };
    double together = 0.0;
    for (const Eigen::Index k : lack.places) together += effect(k);
    const Eigen::RowVectorXd term = lack.matrices.row(static_cast<Eigen::Index>(t)) / together;
    terms.row(m) += term;
    for (Eigen::Index k = std::max<Eigen::Index>(m - reach, 0); k <= std::min(m + reach, last);
         ++k) {
      damping.row(k) += effect(k) * term;
    }
  }
}

/// Repeats sweeps over one grid until there is no deficit or the number of sweeps is exhausted.
/// @param damping of the kernel on the grid; of the changed kernel on return
/// @returns the remaining deficit
Lack lift(ScaledKernel& kernel, const FrequencyGrid& grid, double margin, RowMajorMatrix& damping) {
  const VectorXd lobes = grid.lobes();
  RowMajorMatrix terms = RowMajorMatrix::Zero(grid.size, damping.cols());
  Lack lack = find_lack(damping, kernel.packing(), margin);
  for (int sweep = 0; sweep < kSweeps && !lack.places.empty(); ++sweep) {
    check_cancelled();
    supply(lack, lobes, terms, damping);
    lack = find_lack(damping, kernel.packing(), margin);
  }
  kernel.add(grid, terms);
  return lack;
}

/// Interpolates an even function of omega to a grid that is twice as dense, by quintics. Beyond the
/// end of the grid the last sample is used.
RowMajorMatrix twice_as_dense(const RowMajorMatrix& coarse, Eigen::Index size) {
  const Eigen::Index last = coarse.rows() - 1;
  const auto row = [&](Eigen::Index k) { return coarse.row(std::min(std::abs(k), last)); };
  RowMajorMatrix dense(size, coarse.cols());
  for (Eigen::Index k = 0; k < size; ++k) {
    const Eigen::Index m = k / 2;
    if (k % 2 == 0) {
      dense.row(k) = row(m);
    } else {
      dense.row(k) = (150.0 * (row(m) + row(m + 1)) - 25.0 * (row(m - 1) + row(m + 2)) +
                      3.0 * (row(m - 2) + row(m + 3))) /
                     256.0;
    }
  }
  return dense;
}

}  // namespace

KernelPassivity make_kernel_passive(RowMajorMatrix& samples, double spacing,
                                    const VectorXd& dof_scale, double last_omega) {
  if ((dof_scale.array() <= 0.0).all()) return {};
  ScaledKernel kernel(samples, spacing, dof_scale);
  // A kernel has no meaning at frequencies with fewer than two steps per period.
  const double highest = std::min(kHighest * last_omega, 0.5 * pi / spacing);
  const FrequencyGrid coarse = frequency_grid(kernel.duration(), kCoarse, highest);
  RowMajorMatrix damping = kernel.damping(coarse);
  const Lack before = find_lack(damping, kernel.packing(), 0.0);
  const double margin = std::max(kLeastMargin, kMarginOfDepth * -before.lowest);
  Lack left = lift(kernel, coarse, margin, damping);
  FrequencyGrid grid = frequency_grid(kernel.duration(), kFine, highest);
  damping = kernel.damping(grid);
  left = lift(kernel, grid, margin, damping);
  while (grid.density < kFinest) {
    check_cancelled();
    grid = frequency_grid(kernel.duration(), 2 * grid.density, highest);
    damping = twice_as_dense(damping, grid.size);
    left = lift(kernel, grid, margin, damping);
  }
  kernel.add_change_to(samples);
  return {before.lowest, coarse.omega(before.lowest_place), left.lowest};
}

}  // namespace raftup::hydro
