/// @file The retardation kernel, the correction that makes a truncated kernel passive, and
///         functions that are cubics between samples.
#pragma once

#include <functional>
#include <optional>

#include "hydro/numerics/types.hpp"
#include "hydro/radiation/base/radiation_coefficients.hpp"
#include "hydro/radiation/state_space/rational_model.hpp"

namespace raftup::hydro {

/// Lowest eigenvalues of the radiation damping of a kernel that is truncated at the delay T [s],
///   B_K(omega) = integral_0^T K(tau) cos(omega tau) dtau,
/// before and after the kernel was made passive. Each dof is divided by its scale, so that 1 is the
/// peak of the data.
/// @source positive real functions: Anderson and Vongpanitlerd, Network Analysis and Synthesis
///          (1973)
struct KernelPassivity {
  double lowest_before = 0.0;  ///< lowest eigenvalue of B_K of the truncated kernel [1]
  double lowest_omega = 0.0;   ///< frequency of this lowest eigenvalue [rad/s]
  double lowest_after = 0.0;   ///< lowest eigenvalue of B_K after the kernel was made passive [1]
};

/// Makes a sampled kernel passive. Its damping B_K (see KernelPassivity) becomes positive
/// semidefinite, so that the memory never supplies energy. Because the kernel is truncated at the
/// delay T and the data are known at some frequencies only, B_K has negative eigenvalues beside
/// steep resonances and, most of all, near omega = 0, where motions that only a mooring restores
/// would grow. The deficit of B_K is added as
///   K(tau) += w(tau) sum_m N_m cos(omega_m tau),   N_m positive semidefinite,
/// where w is Bohman's window. The window ends at T and its transform is nowhere negative; of all
/// such windows it has the least spectral variance. Every term adds damping close to omega_m and
/// removes none anywhere. Sweeps are repeated on finer and finer grids of frequencies. Each sweep
/// adds at every frequency its deficit, divided among the frequencies that contribute to it. The
/// change is far smaller than the part of the kernel that is cut off.
///
/// @param samples    row k is K(k spacing) flattened, symmetric; the last row is at T
/// @param spacing    spacing of the samples [s], > 0
/// @param dof_scale  sqrt(max over omega of B_ii) of each dof; a dof with scale 0 is not changed
/// @param last_omega last frequency of the data [rad/s]; B_K is examined up to twice this frequency
/// @source Bohman (1961), Approximate Fourier analysis of distribution functions
KernelPassivity make_kernel_passive(RowMajorMatrix& samples, double spacing,
                                    const VectorXd& dof_scale, double last_omega);

/// Retardation kernel K(tau) = (2/pi) * integral over omega of B(omega) cos(omega tau) [N/m, N, N
/// m]. It is sampled on a uniform grid of delays tau [s], is a local cubic between the samples and
/// 0 beyond the last.
///
/// If the kernel is computed from repaired data, B is linear between its samples, the integral is
/// exact, and the truncated kernel is made passive (make_kernel_passive()). If it is computed from
/// data as filed, the integral is the trapezoidal rule over the file's frequencies, as in other
/// programs; a kernel of a file without B is interpolated. If it is computed from a fit, it is the
/// inverse transform of the rational functions, K = sum R exp(p tau) + conj, and is made passive
/// too. Resonances of the fit beyond the last frequency of the file are damped, so that their half
/// width is at least a quarter of their distance from that frequency.
///
/// Invariant: the number of samples is odd and at least 2 * kLeastSteps + 1; the samples are half a
/// time step apart; every number is finite. Immutable.
/// @source Cummins (1962); Filon (1928) for the integral
class RetardationKernel {
 public:
  /// Length of the shortest kernel, in time steps; chosen, not swept.
  static constexpr Eigen::Index kLeastSteps = 10;
  /// Longest kernel of a fit, as a number of periods of the middle frequency of the file. In the
  /// database array9, resonances ring for 240 s: with a kernel of 160 s the error of a motion was
  /// 3.8 % instead of .74 % (decision 19).
  static constexpr double kLongestFitted = 80.0;

  /// Computes the kernel from the radiation damping of the coefficients.
  /// @param step     time step h of the simulation [s], > 0; the samples are at multiples of h/2
  /// @param duration length of the kernel [s], >= kLeastSteps * step, rounded up to whole steps. By
  ///         default the kernel ends where its tail has died out, but at most at half of the time
  ///         after which a sampled B repeats itself
  /// @throws Error(kInvalidArgument) if the step or the duration is out of range
  RetardationKernel(const RadiationCoefficients& coefficients, double step,
                    std::optional<double> duration);

  /// Computes the kernel [N/m, N, N m] from a fitted model.
  /// @param step     time step h of the simulation [s], > 0; the samples are at multiples of h/2
  /// @param duration length of the kernel [s], >= kLeastSteps * step. By default the kernel ends
  ///         where it has died out, but at most at half of the time after which a sampled B repeats
  ///         itself or, if that is longer, after kLongestFitted periods of the middle frequency of
  ///         the file
  /// @throws Error(kInvalidArgument) if the step or the duration is out of range
  RetardationKernel(const RadiationCoefficients& coefficients, const RationalModel& fitted,
                    double step, std::optional<double> duration);

  /// Computes the kernel [N/m, N, N m] from the radiation damping of the file by the trapezoidal
  /// rule, makes it symmetric and then passive.
  /// @param step     time step h of the simulation [s], > 0; the samples are at multiples of h/2
  /// @param duration length of the kernel [s]; by default as for the constructor from coefficients
  /// @throws Error(kInvalidArgument) if the step or the duration is out of range
  static RetardationKernel passive_as_filed(const RadiationCoefficients& coefficients, double step,
                                            std::optional<double> duration);

  Eigen::Index dof_count() const { return dof_count_; }
  double spacing() const { return spacing_; }  ///< spacing of the samples, h/2 [s]
  /// Length of the kernel in time steps.
  Eigen::Index step_count() const { return (samples_.rows() - 1) / 2; }
  /// Length of the kernel [s].
  double duration() const { return spacing_ * static_cast<double>(samples_.rows() - 1); }

  /// Samples of the kernel: row k is K(k h/2) [N/m, N, N m], flattened row by row into (6N)^2
  /// columns.
  const RowMajorMatrix& samples() const { return samples_; }

  /// Lowest eigenvalues [1] of the damping before and after the kernel was made passive; zeros if
  /// the kernel was computed from data as filed and not made passive.
  const KernelPassivity& passivity() const { return passivity_; }

  /// Interpolates the kernel at the delay tau [s], 0 <= tau <= duration(). The result is K(tau)
  /// [N/m, N, N m], flattened row by row.
  Eigen::RowVectorXd at(double tau) const;

  /// Computes the integral over [0, duration] of K(tau) exp(-i omega tau) dtau [N s/m, N s, N m s].
  /// It is exact for the local cubics (relative error 1e-12 while omega h < 4).
  MatrixXcd transform(double omega) const;

 private:
  /// Function that returns K at the delays tau [s], each row flattened.
  using Samples = std::function<RowMajorMatrix(const VectorXd& tau)>;
  /// @param longest  upper bound of the default duration [s]
  /// @param passive  whether the kernel is made passive; the samples must then be symmetric
  RetardationKernel(const RadiationCoefficients& coefficients, const Samples& samples,
                    double longest, double step, std::optional<double> duration, bool passive);

  Eigen::Index dof_count_;
  double spacing_;
  RowMajorMatrix samples_;
  KernelPassivity passivity_;
};

/// Computes the kernel K at the delays `tau` [s], >= 0, from the damping of the coefficients or
/// from the kernel of the file. Each row is K [N/m, N, N m], flattened; see RetardationKernel.
RowMajorMatrix retardation_kernel_samples(const RadiationCoefficients& coefficients,
                                          const VectorXd& tau);

/// The functions below refer to a function that is sampled every `spacing` from 0 on, is a local
/// cubic between its samples and is 0 beyond the last. They return weights: the result is the sum
/// over k of weight[k] * sample[k].

/// Four consecutive samples and their weights, whose weighted sum is the value of the local cubic.
struct CubicValue {
  static constexpr Eigen::Index kNodes = 4;
  Eigen::Index first;  ///< index of the first of the four samples
  Eigen::Matrix<double, kNodes, 1> weights;
};

/// Returns the weights by which the samples give the value at one position of the local cubic.
/// @param position     position in spacings from the first sample, in [0, sample_count - 1]
/// @param sample_count number of samples, at least CubicValue::kNodes
CubicValue cubic_value(double position, Eigen::Index sample_count);

/// Returns the weights by which the samples give the integral of f(tau) exp(-i omega tau) over all
/// samples. It is exact for the local cubics (relative error 1e-12 while omega * spacing < 2).
/// @param omega   frequency [rad/s]
/// @param spacing spacing of the samples [s], > 0
VectorXcd transform_weights(double omega, double spacing, Eigen::Index sample_count);

}  // namespace raftup::hydro
