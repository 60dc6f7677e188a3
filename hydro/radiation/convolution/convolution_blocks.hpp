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

/// How the length of blocks grows with the lag. The first lag is more than 2 * shortest.
struct BlockGrowth {
  Eigen::Index shortest = 32;  ///< length of the first blocks, a power of two
  Eigen::Index factor = 8;     ///< ratio of the lengths of two ranges, a power of two
};

/// Divides the lags from `first_lag` to `last_lag` [steps] into ranges of blocks. The length of the
/// blocks grows with the lag, so that the input of each block is complete two blocks before its
/// output is needed.
std::vector<BlockPlan> block_plans(Eigen::Index first_lag, Eigen::Index last_lag,
                                   const BlockGrowth& growth = {});

/// Sum over older lags of a convolution, computed by partitioned Fourier transforms:
///   y[n] = sum over lags l of W_l x[n + 1 - l],
///   l = first_lag, ..., first_lag + count * length - 1,
/// for two series of weights W at once, each of which gives the sums of its own outputs from the
/// same inputs. The outputs are in groups of six, for example the dofs of a body, and both series have
/// the same number of them.
///
/// The method is overlap-save. The window of two blocks that ends with block b is transformed while
/// block b + 1 is being filled. Its spectrum and the spectra of the windows before it are
/// multiplied by the spectra of their parts of the weights; the sum gives the output over block b +
/// 2. This work (transform, products, inverse transform) is divided into as many slices of similar
/// cost as a block has steps. advance() performs one slice, so that all steps cost the same. The
/// order of every sum is fixed and does not depend on the slices.
///
/// Invariant of the values, which the caller stores: three windows (2 length x inputs), `count`
/// spectra (length + 1 frequencies, real and imaginary parts of the inputs), the partial sums of the
/// product in progress, and two outputs (2 length x 2 outputs). All are zero before the first sample.
/// Immutable, thread-safe.
///
/// @tparam Weight type of the stored weights; sums are always of double
/// @source Stockham (1966) for the partition; Gardner (1995) for blocks that grow; Armelloni et al.
///          (2003) for products in the frequency domain
template <typename Weight>
class ConvolutionBlocks {
 public:
  /// Weights [N s/m, N s, N m s] of one input at one frequency for six outputs: the real parts for
  /// the first series, the real parts for the second one, then the imaginary parts in the same order.
  struct alignas(4 * sizeof(Weight)) WeightColumn : std::array<Weight, 4 * kDofs> {};

  /// @param first,second weights of the two series: row l is the matrix W_l, outputs x inputs,
  ///         flattened; lags without a row have weight 0
  /// @param inputs       number of inputs, even
  /// @param plan         range of lags and length of the blocks
  ConvolutionBlocks(const RowMajorMatrix& first, const RowMajorMatrix& second, Eigen::Index inputs,
                    const BlockPlan& plan);

  /// Number of values in the state that the blocks need.
  std::size_t value_count() const;

  /// Stores the inputs x[sample], velocities [m/s, rad/s], and performs the work of one step.
  /// @param sample number of the sample; it counts from 0 without gaps
  void advance(double* values, std::int64_t sample, const double* x) const noexcept;

  /// Adds the sums y[sample] of both series. advance() must have stored that sample before.
  void add_output(const double* values, std::int64_t sample, double* first,
                  double* second) const noexcept;

 private:
  void add_weights(const double* series, std::size_t block, std::size_t row);
  void make_slices();
  std::size_t product_count() const;
  void do_products(double* values, std::size_t block, std::size_t first,
                   std::size_t last) const noexcept;
  void separate(const double* window, double* spectrum, std::size_t frequency) const noexcept;
  void compose(const double* sums, double* output, std::size_t frequency,
               std::size_t group) const noexcept;

  double* window(double* values, std::size_t block) const noexcept;
  double* spectra(double* values) const noexcept;
  double* sums(double* values) const noexcept;
  std::size_t output_offset(std::size_t block) const noexcept;

  std::size_t inputs_, outputs_, length_, count_;
  BatchTransform transform_;
  /// Spectra of the weights, ordered by frequency index, group of outputs, block, input.
  std::vector<WeightColumn> weights_;
  /// Limits of the slices of work: slice k performs the work units slices_[k] to slices_[k + 1] -
  /// 1.
  std::vector<std::size_t> slices_;
};

}  // namespace raftup::hydro
