#include "hydro/radiation/base/radiation_coefficients.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "hydro/base/cancellation.hpp"
#include "hydro/base/error.hpp"
#include "hydro/base/whole_number.hpp"
#include "hydro/database/high_frequency.hpp"
#include "hydro/numerics/dense.hpp"
#include "hydro/numerics/elementary.hpp"
#include "hydro/numerics/quadrature.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/radiation/base/passive_damping.hpp"

namespace raftup::hydro {
namespace {

using std::numbers::pi;

constexpr Eigen::Index kRefinement = 8;       // number of grid intervals per interval of the file
constexpr Eigen::Index kRefinementNodes = 6;  // number of nodes of the interpolating polynomials
// Constants for files that have only a kernel; both were chosen, not swept. A shorter taper lets B
// oscillate more.
// rad/s below the last frequency, where B of a tapered K oscillates.
constexpr double kUnreliableBand = 0.1;
// Tapered share of the duration of the file's kernel.
constexpr double kTaperFraction = 0.2;
constexpr double kSilent = 1e-30;  // least B_ii relative to the largest of all dofs
// Least B_ii relative to the body's largest one of the same kind.
constexpr double kQuietDof = 1e-6;
// Asymmetry for a warning, relative to sqrt(max B_ii max B_jj).
constexpr double kAsymmetryWorthSaying = 5e-3;
constexpr double kResidualWorthSaying = 1e-3;  // the default tolerance of a fit

/// Returns a taper that is 1 and then falls to 0 as a half cosine over the last part of the series,
/// so that the transform of a truncated series does not oscillate.
VectorXd taper(const VectorXd& tau) {
  const double end = tau[tau.size() - 1];
  const double start = (1.0 - kTaperFraction) * end;
  return tau.unaryExpr([=](double t) {
    return t <= start ? 1.0 : 0.5 * (1.0 + sincos(pi * (t - start) / (end - start)).cosine);
  });
}

/// Computes B(omega) = integral of K(tau) cos(omega tau) dtau, with K linear between its samples.
RowMajorMatrix damping_of_kernel(const MatrixSeries& kernel, const VectorXd& omega, bool tapered) {
  RowMajorMatrix samples = flattened(kernel.values);
  if (tapered) samples = taper(kernel.grid).asDiagonal() * samples;
  RowMajorMatrix damping(omega.size(), samples.cols());
  for (Eigen::Index k = 0; k < omega.size(); ++k) {
    damping.row(k) = cosine_weights(kernel.grid, omega[k]).transpose() * samples;
  }
  return damping;
}

/// Sets all elements of the damping and the kernel to 0 that couple two bodies.
void drop_body_interaction(RowMajorMatrix& damping, MatrixSeries& kernel) {
  const auto size =
      to_integer<Eigen::Index>(std::round(std::sqrt(damping.cols())), "number of dofs");
  for (Eigen::Index k = 0; k < damping.rows(); ++k) {
    matrix_of_row(damping, k, size) = diagonal_blocks(matrix_of_row(damping, k, size));
  }
  for (MatrixXd& matrix : kernel.values) matrix = diagonal_blocks(matrix);
}

/// Creates the finding about the difference between the computed A_inf and that of the file.
Finding refit_finding(const MatrixXd& filed, const MatrixXd& refitted, const VectorXd& dof_scale) {
  const VectorXd diagonal = filed.diagonal();
  const VectorXd change =
      (refitted.diagonal() - diagonal).cwiseAbs().cwiseQuotient(diagonal.cwiseAbs());
  const double largest = (dof_scale.array() > 0.0).select(change, 0.0).maxCoeff();
  return {"added_mass_infinite_refitted", Severity::kInfo,
          fmt::format("infinite-frequency added mass refitted to A and B: largest change on the "
                      "diagonal {:.3g} of it",
                      largest),
          largest};
}

/// Mean over the frequencies of the file, in which element ij has the weights sqrt(B_ii B_jj): waves
/// that are too short for the panels radiate little and count little. With even weights, A of the
/// flap of WEC-Sim's OSWEC is wrong by 2 % of A_inf: 400 of its 500 frequencies are beyond 4 rad/s,
/// where its damping is at most a ninth of the peak.
/// Elements that radiate at none have the mean with even weights.
/// @param difference what is averaged [kg, kg m, kg m2], one row for each frequency
/// @param damping    B [N s/m, N s, N m s], likewise
VectorXd radiated_mean(const RowMajorMatrix& difference, const RowMajorMatrix& damping) {
  const auto size =
      to_integer<Eigen::Index>(std::round(std::sqrt(damping.cols())), "number of dofs");
  RowMajorMatrix weights(difference.rows(), difference.cols());
  for (Eigen::Index k = 0; k < weights.rows(); ++k) {
    const VectorXd root = matrix_of_row(damping, k, size).diagonal().cwiseMax(0.0).cwiseSqrt();
    matrix_of_row(weights, k, size) = root * root.transpose();
  }
  const VectorXd sum = weights.colwise().sum();
  const VectorXd weighted = weights.cwiseProduct(difference).colwise().sum();
  const VectorXd even = difference.colwise().mean();
  return (sum.array() > 0.0).select(weighted.cwiseQuotient(sum), even);
}

}  // namespace

RadiationCoefficients::RadiationCoefficients(const Database& database, RadiationData data,
                                             bool body_interaction)
    : data_(data), body_interaction_(body_interaction) {
  read_filed_damping(database);
  if (!body_interaction_) drop_body_interaction(damping_, filed_kernel_);
  close_grid();
  find_dof_scale();
  if (data_ == RadiationData::kRepaired) {
    filed_ = filed_radiation(database, body_interaction_, dof_scale_);
    symmetrize_and_clip();
    extend_tail();
    refine();
  }
  RowMajorMatrix from_damping;
  if (!database.added_mass.empty()) from_damping = dispersion_rows(filed_omega_);
  const MatrixXd mean_difference = find_infinite_added_mass(database, from_damping);
  if (filed_) filed_->mean_difference = mean_difference;
  find_data_residual(database, from_damping, mean_difference);
}

void RadiationCoefficients::read_filed_damping(const Database& database) {
  omega_ = database.omega;
  if (!database.radiation_damping.empty()) {
    damping_ = flattened(database.radiation_damping);
    if (data_ == RadiationData::kAsFiled && !database.retardation_kernel.empty()) {
      findings_.push_back({"retardation_kernel_unused", Severity::kInfo,
                           "retardation kernel computed from the radiation damping of the file; "
                           "the kernel that the "
                           "file has beside it is not used",
                           0.0});
    }
  } else {
    require(!database.retardation_kernel.empty(),
            "radiation memory needs radiation_damping or retardation_kernel: the database has "
            "neither");
    const bool repaired = data_ == RadiationData::kRepaired;
    if (repaired) {
      const double end = omega_[omega_.size() - 1] - kUnreliableBand;
      const auto kept = (omega_.array() <= end).count();
      require(kept >= 2, fmt::format("retardation_kernel: at least 2 frequencies must lie below "
                                     "{} rad/s, got {}",
                                     end, kept));
      omega_ = omega_.head(kept).eval();
      findings_.push_back(
          {"radiation_damping_from_kernel", Severity::kInfo,
           fmt::format("radiation damping computed from the filed kernel, tapered, up to {:.3g} "
                       "rad/s",
                       omega_[kept - 1]),
           0.0});
    } else {
      filed_kernel_ = database.retardation_kernel;
    }
    damping_ = damping_of_kernel(database.retardation_kernel, omega_, repaired);
  }
  require(omega_.size() >= 2,
          fmt::format("radiation memory needs at least 2 frequencies, got {}", omega_.size()));
  filed_omega_ = omega_;
}

void RadiationCoefficients::close_grid() {
  const Eigen::Index n = filed_omega_.size();
  VectorXd grid(n + 2);
  grid << 0.0, omega_, 2.0 * omega_[n - 1] - omega_[n - 2];
  RowMajorMatrix closed = RowMajorMatrix::Zero(n + 2, damping_.cols());
  closed.middleRows(1, n) = damping_;
  omega_ = std::move(grid);
  damping_ = std::move(closed);
}

void RadiationCoefficients::find_dof_scale() {
  const auto size =
      to_integer<Eigen::Index>(std::round(std::sqrt(damping_.cols())), "number of dofs");
  VectorXd peak = VectorXd::Zero(size);
  for (Eigen::Index i = 0; i < size; ++i) {
    peak[i] = damping_.col(i * size + i).maxCoeff();
  }
  const double largest = peak.maxCoeff();
  dof_scale_ = VectorXd::Zero(size);
  for (Eigen::Index i = 0; i < size; ++i) {
    const double largest_of_kind = peak.segment(i - i % 3, 3).maxCoeff();
    if (largest_of_kind < kSilent * largest) continue;
    if (peak[i] > kQuietDof * largest_of_kind) dof_scale_[i] = std::sqrt(peak[i]);
  }
}

void RadiationCoefficients::symmetrize_and_clip() {
  const Eigen::Index size = dof_scale_.size();
  const VectorXd inverse = inverse_dof_scale();
  double asymmetry = 0.0, lowest = 0.0, lowest_omega = 0.0;
  for (Eigen::Index k = 1; k <= filed_omega_.size(); ++k) {
    auto B = matrix_of_row(damping_, k, size);
    const MatrixXd scaled = inverse.asDiagonal() * B * inverse.asDiagonal();
    asymmetry = std::max(asymmetry, (scaled - scaled.transpose()).cwiseAbs().maxCoeff());
    const double eigenvalue = clip_eigenvalues(B, dof_scale_, inverse);
    if (eigenvalue < lowest) {
      lowest = eigenvalue;
      lowest_omega = omega_[k];
    }
  }
  findings_.push_back(
      {"radiation_damping_symmetrised",
       asymmetry > kAsymmetryWorthSaying ? Severity::kWarning : Severity::kInfo,
       fmt::format("radiation damping symmetrised: largest |B_ij - B_ji| was {:.3g} of "
                   "sqrt(max B_ii max B_jj)",
                   asymmetry),
       asymmetry});
  if (lowest < 0.0) {
    findings_.push_back(
        {"radiation_damping_clipped", Severity::kWarning,
         fmt::format(
             "negative eigenvalues of the radiation damping clipped at 0: lowest was {:.3g} "
             "of the peak at {:.4g} rad/s",
             lowest, lowest_omega),
         lowest});
  }
}

/// Interpolates B by polynomials through the nearest kRefinementNodes samples, with B even in
/// omega. The new grid is so fine that linear interpolation between its points is as accurate.
/// Corners of a coarse piecewise linear B make A(omega) singular, and so, to a lesser degree, do
/// polynomials of low degree; a fit of a narrow resonance between two ships would then need half as
/// many poles again. The new samples are not clipped, because clipping would make such corners; a
/// fit is made passive anyway.
void RadiationCoefficients::refine() {
  const Eigen::Index filed_end = filed_omega_.size(), tail = omega_.size() - filed_end;
  const Eigen::Index mirrored = std::min(kRefinementNodes / 2 - 1, filed_end);
  VectorXd nodes(mirrored + filed_end + 1);
  nodes << -omega_.segment(1, mirrored).reverse(), omega_.head(filed_end + 1);
  RowMajorMatrix values(nodes.size(), damping_.cols());
  values << damping_.middleRows(1, mirrored).colwise().reverse(), damping_.topRows(filed_end + 1);
  const Eigen::Index count = std::min(kRefinementNodes, nodes.size());
  VectorXd grid(kRefinement * filed_end + tail);
  RowMajorMatrix samples(grid.size(), damping_.cols());
  for (Eigen::Index row = 0; row < kRefinement * filed_end; ++row) {
    const Eigen::Index k = row / kRefinement, m = row % kRefinement;
    const double share = static_cast<double>(m) / kRefinement;
    const Eigen::Index first =
        std::clamp<Eigen::Index>(k + mirrored + 1 - count / 2, 0, nodes.size() - count);
    grid[row] = omega_[k] + share * (omega_[k + 1] - omega_[k]);
    samples.row(row) = lagrange_weights(nodes.segment(first, count), grid[row]).transpose() *
                       values.middleRows(first, count);
  }
  grid.tail(tail) = omega_.tail(tail);
  samples.bottomRows(tail) = damping_.bottomRows(tail);
  omega_ = std::move(grid);
  damping_ = std::move(samples);
}

void RadiationCoefficients::extend_tail() {
  const Eigen::Index n = filed_omega_.size() + 1;
  const double end = filed_omega_[filed_omega_.size() - 1];
  const DampingTail tail = damping_tail(end);
  const Eigen::Index count = tail.omega.size();
  VectorXd grid(n + count);
  grid << omega_.head(n), tail.omega;
  RowMajorMatrix samples = RowMajorMatrix::Zero(n + count, damping_.cols());
  samples.topRows(n) = damping_.topRows(n);
  for (Eigen::Index k = 0; k + 1 < count; ++k) {
    check_cancelled();
    samples.row(n + k) = samples.row(n - 1) / tail.fall[k];
  }
  omega_ = std::move(grid);
  damping_ = std::move(samples);
  const Eigen::Index size = dof_scale_.size();
  double share = 0.0;
  for (Eigen::Index i = 0; i < size; ++i) {
    if (dof_scale_[i] > 0.0) {
      share = std::max(share, damping_(n - 1, i * size + i) / (dof_scale_[i] * dof_scale_[i]));
    }
  }
  findings_.push_back(
      {"radiation_damping_tail", Severity::kInfo,
       fmt::format(
           "radiation damping continued as omega^-3 beyond {:.4g} rad/s, where it was up to "
           "{:.3g} of its peak",
           end, share),
       share});
}

/// @param from_damping dispersion_rows() at the frequencies of the file, if the file has A
/// @returns the mean of A less `from_damping` with equal weights, or A_inf without these
MatrixXd RadiationCoefficients::find_infinite_added_mass(const Database& database,
                                                         const RowMajorMatrix& from_damping) {
  const Eigen::Index size = dof_scale_.size();
  const auto settled = [this](MatrixXd added_mass) -> MatrixXd {
    if (data_ == RadiationData::kRepaired) {
      added_mass = 0.5 * (added_mass + added_mass.transpose()).eval();
    }
    return body_interaction_ ? added_mass : diagonal_blocks(added_mass);
  };
  if (data_ == RadiationData::kAsFiled || database.added_mass.empty()) {
    infinite_added_mass_ = settled(hydro::infinite_added_mass(database));
    return infinite_added_mass_;
  }
  const RowMajorMatrix difference = flattened(database.added_mass) - from_damping;
  const VectorXd even = difference.colwise().mean();
  const VectorXd radiated = radiated_mean(difference, radiation_damping_rows(filed_omega_));
  infinite_added_mass_ = settled(radiated.reshaped<Eigen::RowMajor>(size, size));
  if (database.added_mass_infinite) {
    findings_.push_back(
        refit_finding(*database.added_mass_infinite, infinite_added_mass_, dof_scale_));
  }
  return settled(even.reshaped<Eigen::RowMajor>(size, size));
}

void RadiationCoefficients::find_data_residual(const Database& database,
                                               const RowMajorMatrix& from_damping,
                                               const MatrixXd& mean_difference) {
  if (database.added_mass.empty()) return;
  const Eigen::Index size = dof_scale_.size();
  VectorXd scale = VectorXd::Zero(size);
  MatrixXd worst = MatrixXd::Zero(size, size);
  for (Eigen::Index k = 0; k < filed_omega_.size(); ++k) {
    const MatrixXd& filed = database.added_mass[static_cast<std::size_t>(k)];
    scale = scale.cwiseMax(filed.diagonal().cwiseAbs());
    const MatrixXd consistent = matrix_of_row(from_damping, k, size) + mean_difference;
    worst = worst.cwiseMax((filed - consistent).cwiseAbs());
  }
  for (Eigen::Index i = 0; i < size; ++i) {
    for (Eigen::Index j = 0; j < size; ++j) {
      const bool dropped = !body_interaction_ && i / kDofs != j / kDofs;
      if (dropped || dof_scale_[i] <= 0.0 || dof_scale_[j] <= 0.0) continue;
      data_residual_ = std::max(data_residual_, worst(i, j) / std::sqrt(scale[i] * scale[j]));
    }
  }
  if (data_residual_ > kResidualWorthSaying) {
    findings_.push_back(
        {"radiation_data_residual", Severity::kInfo,
         fmt::format(
             "added mass of the file differs by {:.3g} of it from what its radiation damping "
             "gives (Kramers-Kronig) where that goes on as omega^-3 beyond the file",
             data_residual_),
         data_residual_});
  }
}

VectorXd RadiationCoefficients::inverse_dof_scale() const { return inverse_scale(dof_scale_); }

RowMajorMatrix RadiationCoefficients::radiation_damping_rows(const VectorXd& omega) const {
  RowMajorMatrix rows = RowMajorMatrix::Zero(omega.size(), damping_.cols());
  for (Eigen::Index k = 0; k < omega.size(); ++k) {
    check_cancelled();
    const VectorXd weights = linear_weights(omega_, omega[k]);
    for (Eigen::Index m = 0; m < weights.size(); ++m) {
      if (weights[m] != 0.0) rows.row(k) += weights[m] * damping_.row(m);
    }
  }
  return rows;
}

/// Returns A(omega) - A_inf as computed from B, one flattened row per frequency.
RowMajorMatrix RadiationCoefficients::dispersion_rows(const VectorXd& omega) const {
  RowMajorMatrix weights(omega.size(), omega_.size());
  for (Eigen::Index k = 0; k < omega.size(); ++k) {
    check_cancelled();
    weights.row(k) = (2.0 / pi) * dispersion_weights(omega_, omega[k]).transpose();
  }
  return weights * damping_;
}

RowMajorMatrix RadiationCoefficients::added_mass_rows(const VectorXd& omega) const {
  RowMajorMatrix rows = dispersion_rows(omega);
  const RowMajorMatrix infinite = infinite_added_mass_;
  rows.rowwise() += Eigen::Map<const Eigen::RowVectorXd>(infinite.data(), infinite.size());
  return rows;
}

MatrixXd RadiationCoefficients::radiation_damping(double omega) const {
  return matrix_of_row(radiation_damping_rows(VectorXd::Constant(1, omega)), 0, dof_count());
}

MatrixXd RadiationCoefficients::added_mass(double omega) const {
  return matrix_of_row(added_mass_rows(VectorXd::Constant(1, omega)), 0, dof_count());
}

RowMajorMatrix flattened(const std::vector<MatrixXd>& matrices) {
  const Eigen::Index size = matrices.front().rows();
  RowMajorMatrix table(static_cast<Eigen::Index>(matrices.size()), size * size);
  for (std::size_t k = 0; k < matrices.size(); ++k) {
    matrix_of_row(table, static_cast<Eigen::Index>(k), size) = matrices[k];
  }
  return table;
}

MatrixXd diagonal_blocks(MatrixXd matrix) {
  for (Eigen::Index i = 0; i < matrix.rows(); ++i) {
    for (Eigen::Index j = 0; j < matrix.cols(); ++j) {
      if (i / kDofs != j / kDofs) matrix(i, j) = 0.0;
    }
  }
  return matrix;
}

}  // namespace raftup::hydro
