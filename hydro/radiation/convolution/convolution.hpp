#pragma once

#include <array>
#include <vector>

#include "hydro/radiation/convolution/convolution_blocks.hpp"
#include "hydro/radiation/kernel/retardation_kernel.hpp"
#include "hydro/radiation/radiation_memory.hpp"

namespace raftup::hydro {

/// How a convolution is summed: sample by sample, or the first lags so and the others by
/// partitioned Fourier transform (ConvolutionBlocks). The sums are the same to rounding.
enum class ConvolutionSum { kDirect, kPartitioned };

/// Radiation memory by convolution with a sampled kernel, order 4 in the step.
///
/// One pass over the contiguous history per step gives the tails of both the integer and the half
/// lags, of all lags or of the first kDirectLags. The pass is made by advance(), which knows the
/// newest sample: prepare() copies. The tail of kStart is the one that kEnd used in the step
/// before, so both see the same quadrature. The integral runs over [0, t] while t < the kernel's
/// duration: its far end gets Gregory's weights, which stay with the first three samples and are
/// stored multiplied into them.
///
/// Invariant of the state: values = three tails (6N each), then a buffer of twice the window (the
/// lags of the direct sum) in which its samples lie side by side, oldest first; moved to the front
/// once per window; then the values of the blocks. Immutable, thread-safe.
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
  static constexpr Eigen::Index kStartSteps = 7;   ///< while both ends of the integral overlap
  static constexpr Eigen::Index kDirectLags = 64;  ///< of a partitioned sum

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

}  // namespace raftup::hydro
