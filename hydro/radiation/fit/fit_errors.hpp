#pragma once

#include "hydro/radiation/kernel/retardation_kernel.hpp"
#include "hydro/radiation/radiation_coefficients.hpp"
#include "hydro/radiation/state_space/rational_model.hpp"

namespace raftup::hydro {

/// How far a model of the memory is from the coefficients, worst pair of dofs.
struct FitErrors {
  double kernel = 0.0;      ///< max over tau of |dK_ij| / sqrt(K_ii(0) K_jj(0))
  double added_mass = 0.0;  ///< max over omega of |dA_ij| / sqrt(max|A_ii| max|A_jj|)
  double damping = 0.0;     ///< max over omega of |dB_ij| / sqrt(max B_ii max B_jj)

  /// What a tolerance is about: the response at the file's frequencies. The kernel's error is that
  /// of the response at all frequencies at once, most of it far beyond the data, and is reported.
  double response() const { return added_mass > damping ? added_mass : damping; }
};

/// What models are compared with: the coefficients at the frequencies of the file and the
/// kernel, computed once for any number of models. Refers to the coefficients. Immutable.
class FitComparison {
 public:
  /// @param kernel_duration over which kernels are compared [s], > 0
  FitComparison(const RadiationCoefficients& coefficients, double kernel_duration);

  /// Errors of A and B; that of the kernel is left 0.
  FitErrors response_errors(const RationalModel& model) const;
  FitErrors response_errors(const RetardationKernel& kernel) const;

  /// Error of the kernel, which costs more than the others.
  double kernel_error(const RationalModel& model) const;

 private:
  FitErrors errors_of(const RowMajorMatrix& damping, const RowMajorMatrix& memory_added_mass) const;

  const RadiationCoefficients& coefficients_;
  double kernel_duration_;
  RowMajorMatrix damping_, memory_added_mass_;             ///< B and A - A_inf, flattened
  Eigen::RowVectorXd damping_weight_, added_mass_weight_;  ///< 1 / scale of every pair
};

}  // namespace raftup::hydro
