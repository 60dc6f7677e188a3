#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hydro/numerics/batch_transform.hpp"
#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// The lags of a convolution that are summed by blocks, and the length of these.
struct BlockPlan {
  Eigen::Index length;     ///< samples of a block, a power of two
  Eigen::Index first_lag;  ///< the first of these lags [steps]; more than 2 * length
  Eigen::Index count;      ///< blocks
};

/// Plans blocks for all lags from `first_lag` to `last_lag`. Their lengths grow with the lag, so
/// that each block is known two blocks before it is needed.
std::vector<BlockPlan> block_plans(Eigen::Index first_lag, Eigen::Index last_lag);

/// Lags past the newest of a convolution, by partitioned Fourier transform:
///   y[n] = sum over lags l of W_l x[n + 1 - l],   l = first_lag ... first_lag + count * length -
///   1,
/// for two series of weights W at once (those of the middle and of the end of a step).
///
/// Overlap-save: the window of two blocks that ends with block b is transformed while block b + 1
/// is being filled; its spectrum and those of the windows before, each times the spectrum of its
/// share of the weights, give the output over block b + 2. This work (transform, products,
/// transform back) is divided into as many slices of similar cost as a block has steps. advance()
/// does one slice, so that all steps cost the same. The order of every sum is fixed and does not
/// depend on the slices.
///
/// Invariant of the values: three windows (2 length x 6N), `count` spectra (length + 1 frequencies,
/// real and imaginary parts of 6N), the sums of the product in hand, two outputs (2 length x
/// 12N). All zero before the first sample. Immutable, thread-safe.
/// @source Stockham (1966) for the partition; Gardner (1995) for blocks that grow; Armelloni et al.
/// (2003) for products in the frequency domain
class ConvolutionBlocks {
 public:
  /// The weights of one radiating dof at one frequency [1/s]: the real parts for six influenced
  /// dofs at the end of a step and for the same six at its middle, and then the imaginary parts.
  struct alignas(sizeof(Lanes)) WeightColumn : std::array<double, 4 * kDofs> {};

  /// @param middle,end weights: row l is W_l flattened, 6N x 6N; lags without a row have weight 0
  ConvolutionBlocks(const RowMajorMatrix& middle, const RowMajorMatrix& end, const BlockPlan& plan);

  std::size_t value_count() const;

  /// Stores x[sample], 6N numbers, and does the work of one step.
  /// @param sample counts from 0 without gaps
  void advance(double* values, std::int64_t sample, const double* x) const noexcept;

  /// Adds y[sample] after advance() has stored that sample, 6N numbers each.
  void add_output(const double* values, std::int64_t sample, double* middle,
                  double* end) const noexcept;

 private:
  void add_weights(const double* series, std::size_t block, std::size_t row);
  void make_slices();
  std::size_t product_count() const;
  void do_products(double* values, std::size_t block, std::size_t first,
                   std::size_t last) const noexcept;
  void separate(const double* window, double* spectrum, std::size_t frequency) const noexcept;
  void compose(const double* sums, double* output, std::size_t frequency,
               std::size_t body) const noexcept;

  double* window(double* values, std::size_t block) const noexcept;
  double* spectra(double* values) const noexcept;
  double* sums(double* values) const noexcept;
  std::size_t output_offset(std::size_t block) const noexcept;

  std::size_t dofs_, length_, count_;
  BatchTransform transform_;
  std::vector<WeightColumn> weights_;  ///< by frequency [index], body, block, radiating dof
  /// slice k does the work units slices_[k] to slices_[k + 1] - 1
  std::vector<std::size_t> slices_;
};

}  // namespace raftup::hydro
