#pragma once

#include "hydro/radiation/base/radiation_coefficients.hpp"
#include "hydro/radiation/kernel/retardation_kernel.hpp"
#include "hydro/radiation/state_space/rational_model.hpp"

namespace raftup::hydro {

/// A and B with which models are compared, at the frequencies of the file, one row per frequency
/// [kg ..., kg/s ...]: those of the file or, if the file has none, those of the coefficients.
RowMajorMatrix compared_added_mass(const RadiationCoefficients& coefficients);
RowMajorMatrix compared_damping(const RadiationCoefficients& coefficients);

/// The errors of a model of the memory against the coefficients [1], for the worst pair of dofs.
struct FitErrors {
  double kernel = 0.0;      ///< max over tau of |dK_ij| / sqrt(K_ii(0) K_jj(0))
  double added_mass = 0.0;  ///< max over omega of |dA_ij| / sqrt(max|A_ii| max|A_jj|)
  double damping = 0.0;     ///< max over omega of |dB_ij| / sqrt(max B_ii max B_jj)

  /// The error that a tolerance refers to: that of A and B at the frequencies of the file [1]. The
  /// kernel's error, which is reported only, includes all frequencies at once, most of them far
  /// beyond the data.
  double response() const { return added_mass > damping ? added_mass : damping; }
};

/// The data with which models are compared: A and B of the file at its frequencies [rad/s], or
/// those of the coefficients if the file has none, and the kernel. They are computed once for any
/// number of models. Refers to the coefficients. Immutable.
class FitComparison {
 public:
  /// @param kernel_duration time over which kernels are compared [s], > 0
  FitComparison(const RadiationCoefficients& coefficients, double kernel_duration);

  /// A comparison with a given model instead of the coefficients.
  FitComparison with(const RationalModel& model, const MatrixXd& infinite_added_mass) const;

  /// Errors of A and B; that of the kernel is 0.
  FitErrors response_errors(const RationalModel& model, const MatrixXd& infinite_added_mass) const;
  FitErrors response_errors(const RetardationKernel& kernel,
                            const MatrixXd& infinite_added_mass) const;

  /// Error of the kernel, which takes longer to compute than the others.
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
