#pragma once

#include "hydro/radiation/kernel/kernel_passivity.hpp"
#include "hydro/radiation/radiation_coefficients.hpp"

namespace raftup::hydro {

/// Retardation kernel K(tau) = (2/pi) * integral over omega of B(omega) cos(omega tau), sampled on
/// a uniform grid of delays, a local cubic between the samples and 0 beyond the last.
/// Repaired data: B linear between its samples, the integral exact, and the kernel that ends made
/// passive (kernel_passivity.hpp). As filed: the trapezoidal
/// rule over the file's frequencies, as other codes do, or the filed K interpolated.
///
/// Invariant: an odd number of samples >= 2 * kLeastSteps + 1, so that the grid halves the steps of
/// an integration; every number finite. Immutable.
/// @source Cummins (1962); Filon (1928) for the integral
class RetardationKernel {
 public:
  static constexpr Eigen::Index kLeastSteps = 10;

  /// @param step     h of the integration [s], > 0; samples stand at multiples of h/2
  /// @param duration length [s], rounded up to whole steps, >= kLeastSteps * step; default: where
  ///                 the tail has died out, at most half of the time after which a sampled B
  ///                 repeats
  /// @throws Error(kInvalidArgument) on a step or duration out of range
  RetardationKernel(const RadiationCoefficients& coefficients, double step,
                    std::optional<double> duration);

  Eigen::Index dof_count() const { return dof_count_; }
  double spacing() const { return spacing_; }  ///< h/2 [s]
  Eigen::Index step_count() const { return (samples_.rows() - 1) / 2; }
  double duration() const { return spacing_ * static_cast<double>(samples_.rows() - 1); }

  /// Row k is K(k h/2) flattened row by row, (6N)^2 columns [N/m ...].
  const RowMajorMatrix& samples() const { return samples_; }

  /// What was changed to make repaired data's kernel passive; zeros as filed.
  const KernelPassivity& passivity() const { return passivity_; }

  /// K(tau) between the samples, flattened; 0 <= tau <= duration.
  Eigen::RowVectorXd at(double tau) const;

  /// Integral over [0, duration] of K(tau) exp(-i omega tau) dtau, exact for the cubics
  /// (to 1e-12 while omega h < 4).
  MatrixXcd transform(double omega) const;

 private:
  Eigen::Index dof_count_;
  double spacing_;
  RowMajorMatrix samples_;
  KernelPassivity passivity_;
};

/// K at the delays `tau` [s, >= 0], each row flattened; see RetardationKernel.
RowMajorMatrix retardation_kernel_samples(const RadiationCoefficients& coefficients,
                                          const VectorXd& tau);

}  // namespace raftup::hydro
