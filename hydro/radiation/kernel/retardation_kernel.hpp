/// @file The retardation kernel, the correction that makes a truncated kernel passive, and
///         functions that are cubics between samples.
#pragma once

#include <functional>
#include <optional>

#include "hydro/numerics/types.hpp"
#include "hydro/radiation/base/radiation_coefficients.hpp"
#include "hydro/radiation/state_space/rational_model.hpp"

namespace raftup::hydro {

/// Lowest eigenvalues of the damping of a kernel that ends at the delay T [s],
///   B_K(omega) = integral_0^T K(tau) cos(omega tau) dtau,
/// each dof divided by its scale, so that 1 is the peak of the data.
/// @source positive real functions: Anderson and Vongpanitlerd, Network Analysis and Synthesis
///         (1973)
struct KernelPassivity {
  double lowest_before = 0.0;
  double lowest_omega = 0.0;  ///< frequency at which it is lowest [rad/s]
  double lowest_after = 0.0;
};

/// Makes a sampled kernel passive: B_K becomes positive semidefinite, so that the memory never
/// supplies energy. A kernel is truncated at T and its data are known at some frequencies only.
/// Therefore B_K is negative beside steep resonances and, most of all, near omega = 0, where
/// motions that only a mooring restores would grow. The deficit of B_K is added as
///   K(tau) += w(tau) sum_m N_m cos(omega_m tau),   N_m positive semidefinite,
/// where w is Bohman's window, which ends at T and whose own transform is nowhere negative; of all
/// such windows it has the least spectral variance. Every term adds damping close to omega_m and
/// removes none anywhere. Each sweep adds at every frequency its deficit, divided among the
/// frequencies that contribute to it, on finer and finer grids. The change is far smaller than the
/// part of the kernel that is cut off.
///
/// @param samples    row k is K(k spacing) flattened, symmetric; the last is at T
/// @param spacing    [s], > 0
/// @param dof_scale  sqrt(max B_ii); 0 marks a dof without memory, left alone
/// @param last_omega the data's last frequency [rad/s]; B_K is looked at up to twice that
/// @source Bohman (1961), Approximate Fourier analysis of distribution functions
KernelPassivity make_kernel_passive(RowMajorMatrix& samples, double spacing,
                                    const VectorXd& dof_scale, double last_omega);

/// Retardation kernel K(tau) = (2/pi) * integral over omega of B(omega) cos(omega tau) [N/m, N, N
/// m], sampled on a uniform grid of delays [s], a local cubic between the samples and 0 beyond the
/// last.
/// From repaired data: B is linear between its samples, the integral is exact, and the truncated
/// kernel is made passive (make_kernel_passive()). As filed: the trapezoidal rule over the file's
/// frequencies, as other codes do, or the filed K interpolated.
/// From a fit to A and B of the file: the inverse transform of its rational functions, K = sum R
/// exp(p tau) + conj, with resonances beyond the last frequency made no narrower than a quarter of
/// their distance from it; also made passive.
///
/// Invariant: an odd number of samples >= 2 * kLeastSteps + 1, so that the grid halves the steps of
/// an integration; every number finite. Immutable.
/// @source Cummins (1962); Filon (1928) for the integral
class RetardationKernel {
 public:
  static constexpr Eigen::Index kLeastSteps = 10;  ///< shortest kernel, in steps; chosen, not swept
  /// Longest kernel of a fit, as a number of periods of the middle frequency of the file.
  /// Resonances of array9 ring for 240 s: truncated after 160 s, the kernel put a response 3.8 %
  /// off instead of .74 % (decision 19).
  static constexpr double kLongestFitted = 80.0;

  /// @param step     h of the integration [s], > 0; samples are at multiples of h/2
  /// @param duration length [s], rounded up to whole steps, >= kLeastSteps * step; by default it
  ///         lasts until the tail has died out, but at most half of the time after which a sampled
  ///         B repeats
  /// @throws Error(kInvalidArgument) on a step or duration out of range
  RetardationKernel(const RadiationCoefficients& coefficients, double step,
                    std::optional<double> duration);

  /// The kernel of a fit [N/m, N, N m]; arguments and errors as above.
  /// @param duration by default until the kernel has died out, but at most half of the time after
  ///         which a sampled B repeats or, if that is longer, kLongestFitted periods of the middle
  ///         frequency of the file
  RetardationKernel(const RadiationCoefficients& coefficients, const RationalModel& fitted,
                    double step, std::optional<double> duration);

  /// The kernel of the damping as filed [N/m, N, N m], by the trapezoidal rule, symmetrised and
  /// made passive.
  /// Arguments and errors as above.
  static RetardationKernel passive_as_filed(const RadiationCoefficients& coefficients, double step,
                                            std::optional<double> duration);

  Eigen::Index dof_count() const { return dof_count_; }
  double spacing() const { return spacing_; }  ///< h/2 [s]
  Eigen::Index step_count() const { return (samples_.rows() - 1) / 2; }
  double duration() const { return spacing_ * static_cast<double>(samples_.rows() - 1); }

  /// Row k is K(k h/2) flattened row by row, (6N)^2 columns [N/m ...].
  const RowMajorMatrix& samples() const { return samples_; }

  /// The changes that made the kernel passive; zeros as filed.
  const KernelPassivity& passivity() const { return passivity_; }

  /// K(tau) between the samples [N/m, N, N m], flattened; 0 <= tau <= duration [s].
  Eigen::RowVectorXd at(double tau) const;

  /// Integral over [0, duration] of K(tau) exp(-i omega tau) dtau [N s/m ...], exact for the cubics
  /// (to 1e-12 while omega h < 4).
  MatrixXcd transform(double omega) const;

 private:
  /// K at delays [s], each row flattened.
  using Samples = std::function<RowMajorMatrix(const VectorXd& tau)>;
  /// @param longest  duration if none is given [s]
  /// @param passive  whether the kernel is made passive; the samples must then be symmetric
  RetardationKernel(const RadiationCoefficients& coefficients, const Samples& samples,
                    double longest, double step, std::optional<double> duration, bool passive);

  Eigen::Index dof_count_;
  double spacing_;
  RowMajorMatrix samples_;
  KernelPassivity passivity_;
};

/// K at the delays `tau` [s, >= 0], each row flattened; see RetardationKernel.
RowMajorMatrix retardation_kernel_samples(const RadiationCoefficients& coefficients,
                                          const VectorXd& tau);

/// A function sampled every `spacing` from 0 on, a local cubic between its samples and 0 beyond the
/// last. Both functions return weights: what is asked = sum over k of weight[k] * sample[k].

/// The four samples whose cubic gives a value, and their weights.
struct CubicValue {
  static constexpr Eigen::Index kNodes = 4;
  Eigen::Index first;
  Eigen::Matrix<double, kNodes, 1> weights;
};

/// The value at `position` spacings from the first sample.
/// @param position in [0, sample_count - 1]
/// @param sample_count at least CubicValue::kNodes
CubicValue cubic_value(double position, Eigen::Index sample_count);

/// Integral of f(tau) exp(-i omega tau) over all samples, exact for the cubics (to 1e-12 while
/// omega * spacing < 2).
/// @param omega   [rad/s]
/// @param spacing [s], > 0
VectorXcd transform_weights(double omega, double spacing, Eigen::Index sample_count);

}  // namespace raftup::hydro
