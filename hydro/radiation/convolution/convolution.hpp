/// @file Radiation memory by convolution with a sampled kernel, and the weights of its quadrature.
#pragma once

#include <array>
#include <vector>

#include "hydro/radiation/base/radiation_memory.hpp"
#include "hydro/radiation/convolution/convolution_blocks.hpp"
#include "hydro/radiation/kernel/retardation_kernel.hpp"

namespace raftup::hydro {

/// How a convolution is summed: sample by sample, or the first lags sample by sample and the others
/// by partitioned Fourier transforms (ConvolutionBlocks). Both sums are equal up to rounding.
enum class ConvolutionSum { kDirect, kPartitioned };

/// Radiation memory by convolution with a sampled kernel, order 4 in the step.
///
/// In each step, one pass over the contiguous history computes the tails of the integer lags and of
/// the half lags, either for all lags or for the first kDirectLags. advance() makes this pass,
/// since it has the newest sample; prepare() only copies the result. The tail at kStart is the one
/// that kEnd used in the step before, so that both use the same quadrature. While t is less than the
/// duration of the kernel, the integral runs over [0, t]: its far end has Gregory's weights, which
/// belong to the first three samples and are stored multiplied by them.
///
/// Invariant of the state: its values are three tails (6N each), then a buffer of twice the window
/// (the lags of the direct sum), then the values of the blocks. The samples of the window lie side
/// by side in the buffer, oldest first, and are moved to its front once per window. Immutable,
/// thread-safe.
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
  MatrixXd added_mass(double omega) const override;
  MatrixXd radiation_damping(double omega) const override;

  const RetardationKernel& kernel() const { return kernel_; }

 private:
  /// Weights as row-major panels: row = influenced dof, columns = samples oldest first times dofs.
  struct Panels {
    std::vector<double> middle, end;
  };
  /// number of steps in which both ends of the integral overlap
  static constexpr Eigen::Index kStartSteps = 7;
  /// number of lags that a partitioned sum takes sample by sample
  static constexpr Eigen::Index kDirectLags = 64;

  void make_start_panels();
  void make_sums();
  Eigen::Index newest_place(std::int64_t newest) const;
  void push(MemoryState& state, const VectorXd& velocity) const noexcept;
  void compute_tails(MemoryState& state) const noexcept;

  RetardationKernel kernel_;
  MatrixXd infinite_added_mass_;
  std::array<Panels, kStartSteps> start_panels_;  ///< for 1, 2, ... samples
  Eigen::Index window_;                           ///< lags of the direct sum
  Panels panels_;
  std::vector<ConvolutionBlocks> blocks_;  ///< all other lags
  RowMajorMatrix middle_, end_;
};

/// Weights of the product quadrature of integral_0^x_s K(tau) nu(t - tau) dtau, nu known at the
/// lags x_0 = 0 (the stage itself) and x_i = first_lag + (i - 1) h (the samples of the past).
/// nu is interpolated and K is integrated exactly, so that the order is that of the interpolation,
/// however sharply K bends.
///  - Between past samples, nu is a local cubic through the nearest four samples, or through all if
///    there are fewer.
///  - In the first interval [0, x_1], the same cubic is corrected linearly so that it has the
///    velocity of the stage at its end,
///      nu(x) = cubic(x) + (nu_stage - cubic(0)) (1 - x / x_1).
///  - A full window covers the whole kernel. With first_lag h/2, the last half step lies beyond the
///    oldest sample, and its cubic is extrapolated there. Otherwise a kernel that is cut before it
///    has decayed would lose K(duration) h/2 at the middle stages only, an error of order 1.
/// The weight of the velocity of the stage is therefore integral_0^x_1 K(tau) (1 - tau / x_1) dtau
/// for any number of samples, so that RadiationMemory::instantaneous is constant.
/// @param first_lag h or h/2 [s], a multiple of the kernel's spacing
/// @param count     number of past samples s, 1 <= s <= kernel.step_count()
/// @returns row i is the weight of the velocity at lag x_i, flattened: (s + 1) x (6N)^2
/// @source product integration: Linz (1985), Analytical and Numerical Methods for Volterra
/// Equations
RowMajorMatrix convolution_weights(const RetardationKernel& kernel, double first_lag,
                                   Eigen::Index count);

}  // namespace raftup::hydro
