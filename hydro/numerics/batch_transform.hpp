#pragma once

#include <cstddef>
#include <vector>

namespace raftup {

/// Discrete Fourier transforms of many series at once, in place. A transform can be computed in
/// parts: any number of its butterflies now and the rest later, so that its work can be spread over
/// several time steps. Position q of the values contains the q-th number of every series: `lanes`
/// real parts, then as many imaginary parts. The transforms are of radix 2. forward() leaves its
/// result in bit-reversed order, and backward() expects this order, so that nothing is sorted.
/// Loops run over the series; the results are therefore bit for bit the same for every width of
/// vector registers and on every machine. Immutable, thread-safe.
/// @source Gentleman and Sande (1966) forward, Cooley and Tukey (1965) backward
class BatchTransform {
 public:
  /// @param length length of each series, a power of two, >= 2
  /// @throws Error(kInvalidArgument) for any other length
  explicit BatchTransform(std::size_t length);

  /// Length of each series.
  std::size_t length() const { return place_.size(); }

  /// Number of butterflies of a whole transform, length / 2 * log2(length).
  std::size_t butterfly_count() const { return stages_ * length() / 2; }

  /// Position at which forward() leaves the frequency with the index k < length().
  std::size_t place(std::size_t frequency) const { return place_[frequency]; }

  /// Computes the butterflies first <= b < last of X_k = sum over q of x_q exp(-2 pi i k q /
  /// length).
  /// @param values the series, read and overwritten
  /// @param lanes  number of series
  void forward(double* values, std::size_t lanes, std::size_t first,
               std::size_t last) const noexcept;

  /// Computes the butterflies first <= b < last of x_q = sum over k of X_k exp(2 pi i k q /
  /// length).
  /// @param values the transforms as forward() leaves them, read and overwritten
  /// @param lanes  number of series
  void backward(double* values, std::size_t lanes, std::size_t first,
                std::size_t last) const noexcept;

 private:
  std::size_t stages_;
  std::vector<std::size_t> place_;
  std::vector<double> cosine_, sine_;  ///< cosine and sine of 2 pi q / length for q < length / 2
};

}  // namespace raftup
