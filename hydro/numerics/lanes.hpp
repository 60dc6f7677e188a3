/// @file Arithmetic on vectors of eight doubles, whatever the width of the vector registers
///         (vector_width.hpp).
#pragma once

#include <array>

namespace raftup {

/// Number of lanes (elements) of a SIMD vector. Arithmetic on such vectors works element by
/// element. The compiler maps them to the vector registers of the processor (one of 512, two of 256
/// or four of 128 bits). The order of every sum, and therefore every bit of its result, is the same
/// for all of them.
inline constexpr std::size_t kLaneCount = 8;
/// A SIMD vector of eight doubles.
using Lanes = double __attribute__((vector_size(kLaneCount * sizeof(double)), may_alias));

/// Returns the sum of all lanes, always in the same order.
[[gnu::always_inline]] inline double fold(const Lanes& v) {
  return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

/// A SIMD vector of kWidth doubles, for code that is compiled for one width of registers.
template <std::size_t kWidth>
struct SomeLanes {
  using Type __attribute__((vector_size(kWidth * sizeof(double)), may_alias)) = double;
  /// The same vector at any address of a double in memory, without further alignment.
  using Anywhere
      __attribute__((vector_size(kWidth * sizeof(double)), aligned(sizeof(double)), may_alias)) =
          double;
};

/// Eight doubles in memory that can be used as a SIMD vector. Their address is aligned so that they
/// never extend over two cache lines.
struct alignas(kLaneCount * sizeof(double)) LaneArray : std::array<double, kLaneCount> {
  const Lanes& lanes() const { return *reinterpret_cast<const Lanes*>(data()); }
  Lanes& lanes() { return *reinterpret_cast<Lanes*>(data()); }

  /// Returns kWidth of the doubles from the index `first` on, which is a multiple of kWidth.
  template <std::size_t kWidth>
  const typename SomeLanes<kWidth>::Type& some(std::size_t first) const {
    return *reinterpret_cast<const typename SomeLanes<kWidth>::Type*>(data() + first);
  }
  template <std::size_t kWidth>
  typename SomeLanes<kWidth>::Type& some(std::size_t first) {
    return *reinterpret_cast<typename SomeLanes<kWidth>::Type*>(data() + first);
  }
};

/// Eight complex numbers as SIMD vectors of real and imaginary parts.
struct ComplexLanes {
  LaneArray real{}, imaginary{};
};

}  // namespace raftup
