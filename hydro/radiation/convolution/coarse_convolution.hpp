#pragma once

#include <memory>
#include <vector>

#include "hydro/numerics/matrix_products.hpp"
#include "hydro/radiation/base/radiation_memory.hpp"
#include "hydro/radiation/convolution/convolution_blocks.hpp"
#include "hydro/radiation/convolution/sliding_window.hpp"
#include "hydro/radiation/kernel/sampled_kernel.hpp"

namespace raftup::hydro {

/// Radiation memory of many bodies by convolution at a step Delta that is a multiple of the time
/// step h of the simulation:
///   mu(t) = Delta (K_0 nu(t) / 2 + sum over j >= 1 of K_j nu(t - j Delta)).
///
/// For harmonic motion this differs from the integral of the kernel by i omega K_0 Delta^2 / 12, up
/// to order 4 and if K'(0) = 0. That is an added mass, which is subtracted from A_inf. What remains
/// are images of the damping at frequencies above pi / Delta.
///
/// The lags j < kHeadLags are summed at each stage, with velocities in the middle of a step by cubic
/// interpolation. The sum over all other lags changes as smoothly as the velocity. It is computed at
/// multiples of Delta, kHeadLags of them ahead, and is interpolated by polynomials of degree 5, with
/// a relative error of at most (omega Delta)^6 / 200. The next lags are summed one by one, and all
/// others by partitioned Fourier transforms (ConvolutionBlocks). Velocities before the start are 0;
/// a velocity with which bodies begin therefore counts up to Delta / 2 too long.
///
/// Invariant of the state: its values are three tails (6N numbers each), the last velocities, those
/// in the middle of the last steps, kNodes sums at multiples of Delta, a SlidingWindow of the
/// velocities there, and the values of the blocks. Immutable, thread-safe.
class CoarseConvolution final : public RadiationMemory {
 public:
  /// @param infinite_added_mass A_inf to which the kernel belongs, 6N x 6N [kg, kg m, kg m2]
  /// @param step                h [s], of which the spacing of the kernel is a multiple
  /// @throws Error(kInvalidArgument) if it is not, or if the kernel has no more than kHeadLags
  ///          samples
  CoarseConvolution(std::shared_ptr<const SampledKernel> kernel,
                    const MatrixXd& infinite_added_mass, double step);

  Eigen::Index dof_count() const override { return instantaneous_.rows(); }
  double step() const override { return step_; }
  MemoryState initial_state(const VectorXd& velocity) const override;
  void prepare(const MemoryState& state, StageTails& tails) const override;
  const RowMajorMatrix& instantaneous(Stage /*stage*/) const override { return instantaneous_; }
  void advance(MemoryState& state, const VectorXd& velocity) const noexcept override;
  const MatrixXd& infinite_added_mass() const override { return infinite_added_mass_; }
  MatrixXcd transform(double omega) const override;

  /// Number of lags j, counted from 0, that are summed at each stage.
  static constexpr Eigen::Index kHeadLags = 3;

 private:
  /// Number of nodes of the interpolation between multiples of Delta.
  static constexpr Eigen::Index kNodes = 6;

  /// Offsets of the parts of the values of a state.
  struct Layout {
    Layout(Eigen::Index size, Eigen::Index ratio, const SlidingWindow& coarse);

    Eigen::Index velocity_count;  ///< number of velocities that are stored
    Eigen::Index velocities, halfway, sums, window, blocks;
  };

  void make_blocks(Eigen::Index first_lag);
  void push(MemoryState& state, const double* velocity) const noexcept;
  void push_coarse(MemoryState& state, const double* velocity) const noexcept;
  void compute_tails(MemoryState& state) const noexcept;
  void add_sum(const double* sums, double steps, double* tail) const noexcept;

  std::shared_ptr<const SampledKernel> kernel_;
  double step_;
  Eigen::Index ratio_;         ///< Delta / h
  Eigen::Index direct_count_;  ///< number of lags of the direct sum
  RowMajorMatrix instantaneous_;
  MatrixXd infinite_added_mass_;
  SlidingWindow window_;
  Layout layout_;
  std::vector<float> head_;    ///< Delta K_j, 1 <= j < kHeadLags, one after another: 6N rows each
  std::vector<float> direct_;  ///< Delta K_j of the direct sum, oldest first: 6N rows
  std::vector<ConvolutionBlocks<float>> blocks_;
};

}  // namespace raftup::hydro
