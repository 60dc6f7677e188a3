#pragma once

#include <cstdint>
#include <cstring>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// The last samples of a series of vectors in a buffer that the caller stores. The samples of the
/// window are contiguous, oldest first. The buffer has twice the size of the window, and the samples
/// are moved to its front once per window.
class SlidingWindow {
 public:
  /// @param window number of samples, >= 1
  /// @param size   length of each vector
  SlidingWindow(Eigen::Index window, Eigen::Index size) : window_(window), size_(size) {}

  /// Number of values of the buffer, which are 0 before the first sample.
  Eigen::Index value_count() const { return 2 * window_ * size_; }

  /// Makes room for a sample and returns its place, `size` numbers.
  /// @param sample number of the sample; it counts from 0 without gaps
  double* push(double* buffer, std::int64_t sample) const noexcept {
    const Eigen::Index place = place_of(sample);
    if (sample >= 2 * window_ && place == window_ - 1) {
      std::memmove(buffer, buffer + (window_ + 1) * size_,
                   static_cast<std::size_t>((window_ - 1) * size_) * sizeof(double));
    }
    return buffer + place * size_;
  }

  /// Returns the place of the first of the last `count` samples.
  /// @param newest number of the newest sample
  const double* last(const double* buffer, std::int64_t newest, Eigen::Index count) const noexcept {
    return buffer + (place_of(newest) + 1 - count) * size_;
  }

 private:
  /// Returns the position of a sample when it is the newest one. Positions run to the end of the
  /// buffer, then again from the last position of the first half, to which the window has been moved.
  Eigen::Index place_of(std::int64_t sample) const noexcept {
    if (sample < 2 * window_) return sample;
    return window_ - 1 + (sample - 2 * window_) % (window_ + 1);
  }

  Eigen::Index window_, size_;
};

}  // namespace raftup::hydro
