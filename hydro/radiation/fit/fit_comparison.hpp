#pragma once

#include "hydro/radiation/base/radiation_coefficients.hpp"
#include "hydro/radiation/kernel/retardation_kernel.hpp"
#include "hydro/radiation/state_space/rational_model.hpp"

namespace raftup::hydro {

/// A and B that models are compared with, at the frequencies of the file, one row per frequency: those
/// of the file, or what the coefficients give where the file has none [kg ..., kg/s ...].
RowMajorMatrix compared_added_mass(const RadiationCoefficients& coefficients);
RowMajorMatrix compared_damping(const RadiationCoefficients& coefficients);

/// How far a model of the memory is from the coefficients, worst pair of dofs.
struct FitErrors {
  double kernel = 0.0;      ///< max over tau of |dK_ij| / sqrt(K_ii(0) K_jj(0))
  double added_mass = 0.0;  ///< max over omega of |dA_ij| / sqrt(max|A_ii| max|A_jj|)
  double damping = 0.0;     ///< max over omega of |dB_ij| / sqrt(max B_ii max B_jj)

  /// What a tolerance is about: the response at the file's frequencies. The kernel's error is that
  /// of the response at all frequencies at once, most of it far beyond the data, and is reported.
  double response() const { return added_mass > damping ? added_mass : damping; }
};

/// What models are compared with: A and B of the file, or where the coefficients have none of it
/// their own, at the frequencies of the file, and the kernel; computed once for any number of
/// models. Refers to the coefficients. Immutable.
class FitComparison {
 public:
  /// @param kernel_duration over which kernels are compared [s], > 0
  FitComparison(const RadiationCoefficients& coefficients, double kernel_duration);

  /// The same measure of what differs from a model.
  FitComparison with(const RationalModel& model, const MatrixXd& infinite_added_mass) const;

  /// Errors of A and B; that of the kernel is left 0.
  FitErrors response_errors(const RationalModel& model, const MatrixXd& infinite_added_mass) const;
  FitErrors response_errors(const RetardationKernel& kernel,
                            const MatrixXd& infinite_added_mass) const;

  /// Error of the kernel, which costs more than the others.
  double kernel_error(const RationalModel& model) const;

 private:
  struct Rows {
    RowMajorMatrix damping, added_mass;  ///< B and A, flattened
  };
  Rows rows_of(const RationalModel& model, const MatrixXd& infinite_added_mass) const;
  FitErrors errors_of(const Rows& rows) const;

  const RadiationCoefficients& coefficients_;
  double kernel_duration_;
  Rows data_;
  Eigen::RowVectorXd damping_weight_, added_mass_weight_;  ///< 1 / scale of every pair
};

}  // namespace raftup::hydro
