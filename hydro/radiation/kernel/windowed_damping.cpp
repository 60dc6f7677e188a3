#include "hydro/radiation/kernel/windowed_damping.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/database/high_frequency.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/quadrature.hpp"
#include "hydro/radiation/base/passive_damping.hpp"
#include "hydro/radiation/base/radiation_coefficients.hpp"

namespace raftup::hydro {
namespace {

using std::numbers::pi;

/// Frequencies of the matrix D and of the end of B, as multiples of the last one of the file, and the
/// last one at which A is compared; nearer to the end of the file, A depends on details beyond it.
constexpr double kBeyond = 1.5, kEnd = 2.0, kComparedBelow = 0.8;

double bohman(double x) {
  const auto [sine, cosine] = sincos(pi * x);
  return (1.0 - x) * cosine + sine / pi;
}

VectorXd peak_damping(const Database& database) {
  VectorXd largest = VectorXd::Zero(database.dof_count());
  for (const MatrixXd& B : database.radiation_damping) largest = largest.cwiseMax(B.diagonal());
  return largest;
}

/// Returns the frequencies between which B is linear: 0, those of the file, and two beyond.
VectorXd knots_of(const Database& database) {
  const Eigen::Index n = database.omega.size();
  VectorXd knots(n + 3);
  knots << 0.0, database.omega, kBeyond * database.omega[n - 1], kEnd * database.omega[n - 1];
  return knots;
}

/// Returns the weights of the knots in the samples of the kernel, one row per sample.
RowMajorMatrix sample_weights(const VectorXd& knots, double spacing, double duration) {
  const auto count = to_integer<Eigen::Index>(std::ceil(duration / spacing * (1.0 - 1e-12)),
                                              "samples of a kernel");
  RowMajorMatrix weights(count, knots.size());
  for (Eigen::Index j = 0; j < count; ++j) {
    const double tau = spacing * static_cast<double>(j);
    weights.row(j) = 2.0 / pi * bohman(tau / duration) * cosine_weights(knots, tau).transpose();
  }
  return weights;
}

}  // namespace

WindowedDamping::WindowedDamping(const Database& database, bool body_interaction, double spacing,
                                 double duration)
    : dof_count_(database.dof_count()), spacing_(spacing) {
  require(!database.radiation_damping.empty() && database.omega.size() >= 2,
          fmt::format("radiation of memory array needs radiation_damping at 2 frequencies at "
                      "least, got {}",
                      database.radiation_damping.size()));
  const VectorXd knots = knots_of(database);
  const VectorXd scale = peak_damping(database).cwiseMax(0.0).cwiseSqrt();
  const VectorXd inverse = inverse_scale(scale);
  damping_.setZero(knots.size(), dof_count_ * (dof_count_ + 1) / 2);
  for (Eigen::Index k = 0; k < database.omega.size(); ++k) {
    check_cancelled();
    RowMajorMatrix B = database.radiation_damping[static_cast<std::size_t>(k)];
    if (!body_interaction) B = diagonal_blocks(B);
    const double lowest = clip_eigenvalues(B, scale, inverse);
    if (lowest < lowest_) {
      lowest_ = lowest;
      lowest_omega_ = database.omega[k];
    }
    pack(B, k + 1);
  }
  if (!database.added_mass.empty()) {
    RowMajorMatrix D = beyond_the_file(database, body_interaction, knots);
    clip_eigenvalues(D, scale, inverse);
    pack(D, database.omega.size() + 1);
  }
  weights_ = sample_weights(knots, spacing, duration);
}

/// Stores the upper triangle of B at a knot.
void WindowedDamping::pack(const RowMajorMatrix& matrix, Eigen::Index knot) {
  Eigen::Index place = 0;
  for (Eigen::Index i = 0; i < dof_count_; ++i) {
    const Eigen::Index count = dof_count_ - i;
    damping_.row(knot).segment(place, count) = matrix.row(i).tail(count).cast<float>();
    place += count;
  }
}

/// Returns D by least squares over the frequencies at which A is compared: A of the file is A_inf +
/// (2/pi) PV integral of B(y) / (y^2 - omega^2) dy, with D = 0, plus D times a factor.
RowMajorMatrix WindowedDamping::beyond_the_file(const Database& database, bool body_interaction,
                                                const VectorXd& knots) const {
  const Eigen::Index last = database.omega.size() - 1, place = last + 2;
  RowMajorMatrix sum = RowMajorMatrix::Zero(dof_count_, dof_count_);
  double squares = 0.0;
  const MatrixXd infinite = infinite_added_mass(database);
  for (Eigen::Index k = 0; k <= last; ++k) {
    check_cancelled();
    if (database.omega[k] > kComparedBelow * database.omega[last]) break;
    const VectorXd weights = 2.0 / pi * dispersion_weights(knots, database.omega[k]);
    const Eigen::RowVectorXf of_file = weights.transpose().cast<float>() * damping_;
    MatrixXd left = database.added_mass[static_cast<std::size_t>(k)] - infinite;
    left = 0.5 * (left + left.transpose()).eval() - unpacked(of_file);
    sum += weights[place] * left;
    squares += weights[place] * weights[place];
  }
  if (squares > 0.0) sum /= squares;
  return body_interaction ? sum : RowMajorMatrix(diagonal_blocks(sum));
}

MatrixXd WindowedDamping::unpacked(const Eigen::RowVectorXf& upper) const {
  MatrixXd matrix(dof_count_, dof_count_);
  Eigen::Index place = 0;
  for (Eigen::Index i = 0; i < dof_count_; ++i) {
    const Eigen::Index count = dof_count_ - i;
    matrix.row(i).tail(count) = upper.segment(place, count).cast<double>();
    matrix.col(i).tail(count) = matrix.row(i).tail(count).transpose();
    place += count;
  }
  return matrix;
}

RowMajorMatrix WindowedDamping::samples(Eigen::Index first, Eigen::Index count) const {
  const Floats upper = weights_.middleRows(first, count).cast<float>() * damping_;
  RowMajorMatrix rows(count, dof_count_ * dof_count_);
  for (Eigen::Index j = 0; j < count; ++j) {
    matrix_of_row(rows, j, dof_count_) = unpacked(upper.row(j));
  }
  return rows;
}

MatrixXcd WindowedDamping::transform(double omega) const {
  VectorXd real(weights_.rows()), imaginary(weights_.rows());
  for (Eigen::Index j = 0; j < weights_.rows(); ++j) {
    const auto [sine, cosine] = sincos(omega * spacing_ * static_cast<double>(j));
    const double share = j == 0 ? 0.5 * spacing_ : spacing_;
    real[j] = share * cosine;
    imaginary[j] = -share * sine;
  }
  const Eigen::RowVectorXf of_real = (real.transpose() * weights_).cast<float>() * damping_;
  const Eigen::RowVectorXf of_imaginary =
      (imaginary.transpose() * weights_).cast<float>() * damping_;
  MatrixXcd sum(dof_count_, dof_count_);
  sum.real() = unpacked(of_real);
  sum.imag() = unpacked(of_imaginary);
  return sum;
}

}  // namespace raftup::hydro
