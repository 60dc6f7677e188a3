#include "hydro/radiation/reduction/reduction_loss.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "hydro/base/cancellation.hpp"
#include "hydro/numerics/dense.hpp"
#include "hydro/numerics/elementary.hpp"

namespace raftup::hydro {
namespace {

using Eigen::Index;

// With these weights nine bodies (array9) meet 1e-2 (decision 8); other weights are not known to
// have been tried.
constexpr double kSquares = 5e-2;    // share of the squares of the errors in the loss
constexpr double kPassivity = 30.0;  // weight of violations of passivity
// Margin of passivity in the loss alone, relative to the peak of B.
constexpr double kAskedMargin = 3e-4;
// Half width of the narrowest resonance, relative to the spacing of frequencies.
constexpr double kNarrowest = 0.4;
constexpr double kFaintest = 1e-6;  // squared norm below which a vector has no unit of its own
constexpr double kInfinity = std::numeric_limits<double>::infinity();

/// Number of elements of the upper triangle, which is stored column by column.
Index packed_size(Index size) { return size * (size + 1) / 2; }

template <class Visit>
void for_each_pair(Index size, const Visit& visit) {
  Index entry = 0;
  for (Index j = 0; j < size; ++j) {
    for (Index i = 0; i <= j; ++i) visit(entry++, i, j);
  }
}

RowMajorMatrix packed_rows(const RowMajorMatrix& table, Index size) {
  RowMajorMatrix packed(table.rows(), packed_size(size));
  for_each_pair(
      size, [&](Index entry, Index i, Index j) { packed.col(entry) = table.col(i * size + j); });
  return packed;
}

MatrixXd unpacked(const RowMajorMatrix& table, Index row, Index size) {
  MatrixXd matrix(size, size);
  for_each_pair(size, [&](Index entry, Index i, Index j) {
    matrix(i, j) = matrix(j, i) = table(row, entry);
  });
  return matrix;
}

/// Returns the symmetric matrix S for which the sum of S_ij times a symmetric change is that of the
/// packed slopes.
MatrixXd slope_matrix(const RowMajorMatrix& slopes, Index row, Index size) {
  MatrixXd matrix = 0.5 * unpacked(slopes, row, size);
  matrix.diagonal() *= 2.0;
  return matrix;
}

/// Returns the packed matrices Re c c^T of every mode, then Im c c^T.
RowMajorMatrix products(const MatrixXcd& vectors) {
  const Index count = vectors.cols(), size = vectors.rows();
  RowMajorMatrix table(2 * count, packed_size(size));
  for (Index k = 0; k < count; ++k) {
    for_each_pair(size, [&](Index entry, Index i, Index j) {
      const Complex product = vectors(i, k) * vectors(j, k);
      table(k, entry) = product.real();
      table(count + k, entry) = product.imag();
    });
  }
  return table;
}

}  // namespace

/// The factors by which each mode contributes to a row: those of Re c c^T and of Im c c^T, and the
/// derivatives of the former with respect to Re p and Im p. The derivatives of the latter are
/// by_imaginary and -by_real.
struct ReductionLoss::Basis {
  MatrixXd value, by_real, by_imaginary;
};

ReductionLoss::ReductionLoss(const ReductionTarget& target)
    : band_(target.band),
      error_(target.error),
      size_(target.added_mass_scale.size()),
      fitted_(target.response.omega.size()),
      damping_(packed_rows(target.response.real, size_)),
      added_mass_(packed_rows(target.response.imaginary, size_)),
      added_mass_weight_(packed_size(size_)) {
  const VectorXd& omega = target.response.omega;
  narrowest_ = kNarrowest * (omega.tail(fitted_ - 1) - omega.head(fitted_ - 1)).minCoeff();
  added_mass_ = omega.cwiseInverse().asDiagonal() * added_mass_;
  for_each_pair(size_, [&](Index entry, Index i, Index j) {
    added_mass_weight_[entry] =
        1.0 / std::sqrt(target.added_mass_scale[i] * target.added_mass_scale[j]);
  });
  for (const double w : omega) rows_.push_back({w, true});
  for (const double w : omega) rows_.push_back({w, false});
  rows_.push_back({0.0, false});
  rows_.push_back({kInfinity, false});
}

void ReductionLoss::watch(const std::vector<double>& omega) {
  for (const double w : omega) rows_.push_back({w, false});
}

VectorXd ReductionLoss::variables(const RankOneModes& modes) const {
  const Index count = modes.poles.size();
  VectorXd x(count * (2 + 2 * size_));
  const double least = 0.1 * narrowest_;
  for (Index k = 0; k < count; ++k) {
    x[k] = logarithm(std::max(-modes.poles[k].real() - narrowest_, least));
  }
  x.segment(count, count) = modes.poles.imag();
  x.segment(2 * count, count * size_) = modes.vectors.real().reshaped();
  x.tail(count * size_) = modes.vectors.imag().reshaped();
  return x;
}

VectorXd ReductionLoss::units(const RankOneModes& modes) const {
  const Index count = modes.poles.size();
  VectorXd units(count * (2 + 2 * size_));
  for (Index k = 0; k < count; ++k) {
    const double decay = -modes.poles[k].real(), size = std::abs(modes.poles[k]);
    const double strength = modes.vectors.col(k).squaredNorm() + kFaintest;
    const double resonance = size * strength / std::sqrt(decay);
    units[k] = 1.0 / std::sqrt(resonance);
    units[count + k] = std::sqrt(decay / resonance);
    const double vector = std::sqrt(std::sqrt(decay / strength) / size);
    units.segment(2 * count + k * size_, size_).setConstant(vector);
    units.segment(2 * count + (count + k) * size_, size_).setConstant(vector);
  }
  return units;
}

RankOneModes ReductionLoss::modes(const VectorXd& x) const {
  const Index count = x.size() / (2 + 2 * size_);
  RankOneModes modes{VectorXcd(count), MatrixXcd(size_, count)};
  for (Index k = 0; k < count; ++k) modes.poles.real()[k] = -(exponential(x[k]) + narrowest_);
  modes.poles.imag() = x.segment(count, count);
  modes.vectors.real() = x.segment(2 * count, count * size_).reshaped(size_, count);
  modes.vectors.imag() = x.tail(count * size_).reshaped(size_, count);
  for (Index k = 0; k < count; ++k) {
    if (modes.poles[k].imag() >= 0.0) continue;
    // The pole has crossed the real axis: its conjugate is the same mode.
    modes.poles[k] = std::conj(modes.poles[k]);
    modes.vectors.col(k) = modes.vectors.col(k).conjugate().eval();
  }
  return modes;
}

ReductionLoss::Basis ReductionLoss::basis(const VectorXcd& poles) const {
  const Index count = poles.size(), rows = static_cast<Index>(rows_.size());
  Basis basis{MatrixXd(rows, 2 * count), MatrixXd(rows, count), MatrixXd(rows, count)};
  const Complex i(0.0, 1.0);
  const double low = band_.low * band_.low, high = band_.high * band_.high;
  for (Index k = 0; k < count; ++k) {
    check_cancelled();
    const Complex p = poles[k];
    for (Index row = 0; row < rows; ++row) {
      const auto& [omega, imaginary] = rows_[static_cast<std::size_t>(row)];
      // Factor and derivative with respect to the pole, of the mode with pole p and of that with
      // conj(p).
      Complex upper, lower, upper_slope, lower_slope;
      if (omega == 0.0 || omega == kInfinity) {
        upper = omega == 0.0 ? low * (1.0 / (p * p) - 1.0 / high) : 1.0 - p * p / high;
        upper_slope = omega == 0.0 ? -2.0 * low / (p * p * p) : -2.0 * p / high;
        lower = std::conj(upper);
        lower_slope = std::conj(upper_slope);
      } else {
        const Complex s(0.0, omega), above = 1.0 / (s - p), below = 1.0 / (s - std::conj(p));
        const Complex closing = band_.high / (s + band_.high);
        upper = p * above + closing;
        lower = std::conj(p) * below + closing;
        upper_slope = s * above * above;
        lower_slope = s * below * below;
      }
      const auto part = [&, w = omega, im = imaginary](Complex value) {
        return im ? value.imag() / w : value.real();
      };
      basis.value(row, k) = part(upper + lower);
      basis.value(row, count + k) = part(i * (upper - lower));
      basis.by_real(row, k) = part(upper_slope + lower_slope);
      basis.by_imaginary(row, k) = part(i * (upper_slope - lower_slope));
    }
  }
  return basis;
}

double ReductionLoss::errors(const RowMajorMatrix& H, RowMajorMatrix& slope) const {
  double sum = 0.0;
  const auto add = [&](Index row, Index entry, double error, double weight, double share) {
    const double e = error * weight, square = e * e;
    sum += share * (kSquares * square + square * square);
    slope(row, entry) += share * weight * (2.0 * kSquares * e + 4.0 * e * square);
  };
  const double last = rows_[static_cast<std::size_t>(fitted_ - 1)].omega;
  for (Index k = 0; k < fitted_; ++k) {
    const double weight = std::sqrt(last / rows_[static_cast<std::size_t>(k)].omega) / error_;
    for_each_pair(size_, [&](Index entry, Index i, Index j) {
      const double share = i == j ? 1.0 : 2.0;
      add(k, entry, H(k, entry) - added_mass_(k, entry), weight * added_mass_weight_[entry], share);
      add(fitted_ + k, entry, H(fitted_ + k, entry) - damping_(k, entry), weight, share);
    });
  }
  return sum;
}

double ReductionLoss::violation(const RowMajorMatrix& H, Index row, RowMajorMatrix& slope) const {
  const double omega = rows_[static_cast<std::size_t>(row)].omega;
  const bool limit = omega == 0.0 || omega == kInfinity;
  const double below = band_.low / omega, above = omega / band_.high;
  const double factor = limit ? 1.0 : (1.0 + below * below) * (1.0 + above * above);
  MatrixXd G = factor * unpacked(H, row, size_);
  G.diagonal().array() -= kAskedMargin;
  if (is_positive_definite(G)) return 0.0;
  const SymmetricEigen eigen = symmetric_eigen(G);
  const VectorXd depth = eigen.values.cwiseMin(0.0) / error_;
  const MatrixXd slopes = eigen.vectors *
                          (2.0 * kPassivity * factor / error_ * depth).asDiagonal() *
                          eigen.vectors.transpose();
  for_each_pair(size_, [&](Index entry, Index i, Index j) {
    slope(row, entry) += (i == j ? 1.0 : 2.0) * slopes(i, j);
  });
  return kPassivity * depth.squaredNorm();
}

VectorXd ReductionLoss::gradient_of(const RankOneModes& modes, const Basis& basis,
                                    const RowMajorMatrix& table,
                                    const RowMajorMatrix& slope) const {
  const Index count = modes.poles.size();
  VectorXd gradient(count * (2 + 2 * size_));
  const MatrixXd by_basis = slope * table.transpose();
  const auto by_first = by_basis.leftCols(count).array();
  const auto by_second = by_basis.rightCols(count).array();
  const auto R = basis.by_real.array(), I = basis.by_imaginary.array();
  const VectorXd by_real = (by_first * R + by_second * I).colwise().sum().transpose();
  gradient.head(count) = by_real.array() * (modes.poles.real().array() + narrowest_);
  gradient.segment(count, count) = (by_first * I - by_second * R).colwise().sum().transpose();
  const RowMajorMatrix by_table = basis.value.transpose() * slope;
  for (Index k = 0; k < count; ++k) {
    const MatrixXd X = 2.0 * slope_matrix(by_table, k, size_);
    const MatrixXd Y = 2.0 * slope_matrix(by_table, count + k, size_);
    const VectorXd a = modes.vectors.col(k).real(), b = modes.vectors.col(k).imag();
    gradient.segment(2 * count + k * size_, size_) = X * a + Y * b;
    gradient.segment(2 * count + (count + k) * size_, size_) = Y * a - X * b;
  }
  return gradient;
}

double ReductionLoss::operator()(const VectorXd& x, VectorXd& gradient) const {
  const RankOneModes modes = this->modes(x);
  const Basis basis = this->basis(modes.poles);
  const RowMajorMatrix table = products(modes.vectors);
  const RowMajorMatrix H = basis.value * table;
  RowMajorMatrix slope = RowMajorMatrix::Zero(H.rows(), H.cols());
  double loss = errors(H, slope);
  for (Index row = fitted_; row < H.rows(); ++row) loss += violation(H, row, slope);
  gradient = gradient_of(modes, basis, table, slope);
  return loss;
}

}  // namespace raftup::hydro
