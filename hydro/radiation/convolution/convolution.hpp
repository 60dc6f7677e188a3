/// @file Radiation memory by convolution with a sampled kernel, and the weights of its quadrature.
#pragma once

#include <array>
#include <vector>

#include "hydro/radiation/base/radiation_memory.hpp"
#include "hydro/radiation/convolution/convolution_blocks.hpp"
#include "hydro/radiation/convolution/sliding_window.hpp"
#include "hydro/radiation/kernel/retardation_kernel.hpp"

namespace raftup::hydro {

/// Method by which a convolution is summed. kDirect sums sample by sample over all lags.
/// kPartitioned sums the first lags sample by sample and all other lags by partitioned Fourier
/// transforms (ConvolutionBlocks). Both give the same result up to rounding.
enum class ConvolutionSum { kDirect, kPartitioned };

/// Radiation memory by convolution with a sampled kernel, of order 4 in the time step.
///
/// In each step, one pass over the history of velocities computes the tails of the middle and of
/// the end of the next step, over all lags or, for a partitioned sum, over the first kDirectLags.
/// advance() performs this pass, since it receives the newest sample; prepare() only copies the
/// result. The tail at the start of a step is the one that was computed for the end of the step
/// before, so that both use the same quadrature. While t is less than the duration of the kernel,
/// the integral runs over [0, t], and the first three samples have Gregory's end weights. They are
/// stored multiplied by these weights.
///
/// Invariant of the state: its values are three tails (6N numbers each), then a
/// SlidingWindow of velocities, as long as the direct sum has lags, then the values of the blocks.
/// Immutable, thread-safe.
class Convolution final : public RadiationMemory {
 public:
  Convolution(RetardationKernel kernel, MatrixXd infinite_added_mass,
              ConvolutionSum sum = ConvolutionSum::kDirect);

  Eigen::Index dof_count() const override { return kernel_.dof_count(); }
  double step() const override { return 2.0 * kernel_.spacing(); }
  MemoryState initial_state(const VectorXd& velocity) const override;
  void prepare(const MemoryState& state, StageTails& tails) const override;
  const RowMajorMatrix& instantaneous(Stage stage) const override;
  void advance(MemoryState& state, const VectorXd& velocity) const noexcept override;
  const MatrixXd& infinite_added_mass() const override { return infinite_added_mass_; }
  MatrixXcd transform(double omega) const override;

  const RetardationKernel& kernel() const { return kernel_; }

 private:
  /// Quadrature weights at the middle and at the end of a step, as row-major matrices [N s/m, N s,
  /// N m s]. Each row is one influenced dof. The columns are the samples of velocity, oldest first,
  /// and within a sample the radiating dofs.
  struct Panels {
    std::vector<double> middle, end;
  };
  /// Number of first steps for which the weights at both ends of the integral overlap. Each has its
  /// own weights.
  static constexpr Eigen::Index kStartSteps = 7;
  /// Number of lags that a partitioned sum adds sample by sample.
  static constexpr Eigen::Index kDirectLags = 64;

  void make_start_panels();
  void make_sums();
  void push(MemoryState& state, const VectorXd& velocity) const noexcept;
  void compute_tails(MemoryState& state) const noexcept;

  RetardationKernel kernel_;
  MatrixXd infinite_added_mass_;
  /// Weights while there are only 1, 2, ..., 7 samples.
  std::array<Panels, kStartSteps> start_panels_;
  Eigen::Index window_;  ///< number of lags that the direct sum covers
  SlidingWindow samples_;
  Panels panels_;
  /// Sums over all lags beyond the window, empty for a direct sum.
  std::vector<ConvolutionBlocks<double>> blocks_;
  RowMajorMatrix middle_, end_;
};

/// Computes weights for a quadrature of integral_0^x_s K(tau) nu(t - tau) dtau. The velocity nu is
/// known at the lags x_0 = 0 (the stage itself) and x_i = first_lag + (i - 1) h (the samples of the
/// past). nu is interpolated and the product with K is integrated exactly. The order of accuracy is
/// therefore that of the interpolation, however sharply K bends.
///  - Between past samples, nu is a local cubic through the nearest four samples, or a polynomial
///    through all samples if there are fewer.
///  - In the first interval [0, x_1], the same cubic is corrected linearly so that it has the
///    velocity of the stage at its end,
///      nu(x) = cubic(x) + (nu_stage - cubic(0)) (1 - x / x_1).
///  - If the samples cover the whole kernel and first_lag is h/2, the last half step lies beyond
///    the oldest sample, and the cubic is extrapolated there. Otherwise a kernel that is truncated
///    before it has decayed would lose K(duration) h/2 at the middle stages only, an error of
///    order 1.
/// The weight of the velocity of the stage is therefore integral_0^x_1 K(tau) (1 - tau / x_1) dtau
/// for any number of samples, so that RadiationMemory::instantaneous() is constant.
/// @param first_lag h or h/2 [s], a multiple of the kernel's spacing
/// @param count     number of past samples s, 1 <= s <= kernel.step_count()
/// @returns (s + 1) x (6N)^2 numbers: row i is the weight of the velocity at lag x_i, a flattened
///          matrix
/// @source product integration: Linz (1985), Analytical and Numerical Methods for Volterra
///          Equations
RowMajorMatrix convolution_weights(const RetardationKernel& kernel, double first_lag,
                                   Eigen::Index count);

}  // namespace raftup::hydro
