#pragma once

#include <cstddef>
#include <vector>

namespace raftup {

/// Discrete Fourier transforms of many series at once, in place and in pieces: any number of
/// butterflies can be done now and the rest later, which spreads a transform over time steps.
/// Position q of the values holds q of every series: `lanes` real parts, then as many imaginary
/// ones. Radix 2; what forward() leaves stands in bit-reversed order, from which backward() starts,
/// so that nothing is ever sorted. Loops run over the series: no sum depends on the width of vector
/// registers, and the bits are the same on every machine. Immutable, thread-safe.
/// @source Gentleman and Sande (1966) forward, Cooley and Tukey (1965) backward
class BatchTransform {
 public:
  /// @param length of a series, a power of two, >= 2
  /// @throws Error(kInvalidArgument) on any other length
  explicit BatchTransform(std::size_t length);

  std::size_t length() const { return place_.size(); }

  /// Butterflies of a whole transform, length / 2 * log2(length).
  std::size_t butterfly_count() const { return stages_ * length() / 2; }

  /// Where forward() leaves a frequency k < length().
  std::size_t place(std::size_t frequency) const { return place_[frequency]; }

  /// Butterflies first <= b < last of X_k = sum over q of x_q exp(-2 pi i k q / length).
  void forward(double* values, std::size_t lanes, std::size_t first,
               std::size_t last) const noexcept;

  /// Butterflies first <= b < last of x_q = sum over k of X_k exp(2 pi i k q / length).
  void backward(double* values, std::size_t lanes, std::size_t first,
                std::size_t last) const noexcept;

 private:
  std::size_t stages_;
  std::vector<std::size_t> place_;
  std::vector<double> cosine_, sine_;  ///< of 2 pi q / length, q < length / 2
};

}  // namespace raftup
