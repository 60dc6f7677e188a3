#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hydro/numerics/batch_transform.hpp"
#include "hydro/numerics/lanes.hpp"
#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// A range of lags of a convolution that is summed by blocks of equal length.
struct BlockPlan {
  Eigen::Index length;     ///< number of samples of a block, a power of two
  Eigen::Index first_lag;  ///< first lag of the range [steps]; more than 2 * length
  Eigen::Index count;      ///< number of blocks in the range
};

/// Divides the lags from `first_lag` to `last_lag` [steps] into ranges of blocks. The length of the
/// blocks grows with the lag, so that the input of each block is complete two blocks before its
/// output is needed.
std::vector<BlockPlan> block_plans(Eigen::Index first_lag, Eigen::Index last_lag);

/// Sum over older lags of a convolution, computed by partitioned Fourier transforms:
///   y[n] = sum over lags l of W_l x[n + 1 - l],
///   l = first_lag, ..., first_lag + count * length - 1,
/// for two series of weights W at once: one gives the sum at the middle of a step, the other at its
/// end.
///
/// The method is overlap-save. The window of two blocks that ends with block b is transformed while
/// block b + 1 is being filled. Its spectrum and the spectra of the windows before it are
/// multiplied by the spectra of their parts of the weights; the sum gives the output over block b +
/// 2. This work (transform, products, inverse transform) is divided into as many slices of similar
/// cost as a block has steps. advance() performs one slice, so that all steps cost the same. The
/// order of every sum is fixed and does not depend on the slices.
///
/// Invariant of the values, which the caller stores: three windows (2 length x 6N), `count` spectra
/// (length + 1 frequencies, real and imaginary parts of 6N dofs), the partial sums of the product
/// in progress, and two outputs (2 length x 12N). All are zero before the first sample. Immutable,
/// thread-safe.
/// @source Stockham (1966) for the partition; Gardner (1995) for blocks that grow; Armelloni et al.
///          (2003) for products in the frequency domain
class ConvolutionBlocks {
 public:
  /// Weights [N s/m, N s, N m s] of one radiating dof at one frequency for the six dofs of one
  /// influenced body: the real parts for the end of a step, the real parts for its middle, then the
  /// imaginary parts in the same order.
  struct alignas(sizeof(Lanes)) WeightColumn : std::array<double, 4 * kDofs> {};

  /// @param middle,end weights for the middle and the end of a step: row l is the 6N x 6N matrix
  ///         W_l, flattened; lags without a row have weight 0
  /// @param plan       range of lags and length of the blocks
  ConvolutionBlocks(const RowMajorMatrix& middle, const RowMajorMatrix& end, const BlockPlan& plan);

  /// Number of values in the state that the blocks need.
  std::size_t value_count() const;

  /// Stores the velocities x[sample] [m/s, rad/s], 6N numbers, and performs the work of one step.
  /// @param sample number of the sample; it counts from 0 without gaps
  void advance(double* values, std::int64_t sample, const double* x) const noexcept;

  /// Adds the sum y[sample] for the middle and for the end of the next step, 6N numbers each.
  /// advance() must have stored that sample before.
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
  /// Spectra of the weights, ordered by frequency index, body, block, radiating dof.
  std::vector<WeightColumn> weights_;
  /// Limits of the slices of work: slice k performs the work units slices_[k] to slices_[k + 1] -
  /// 1.
  std::vector<std::size_t> slices_;
};

}  // namespace raftup::hydro
