/// @file Arithmetic in eight lanes, whatever the width of the vector registers (vector_width.hpp).
#pragma once

#include <array>

namespace raftup {

/// Eight doubles on which arithmetic works lane by lane. The compiler maps them to whatever vector
/// registers a processor has (one of 512, two of 256 or four of 128 bits), so that the order of
/// every sum, hence every bit of it, is the same in each.
inline constexpr std::size_t kLaneCount = 8;
using Lanes = double __attribute__((vector_size(kLaneCount * sizeof(double)), may_alias));

/// The sum of all lanes, always in the same order.
[[gnu::always_inline]] inline double fold(const Lanes& v) {
  return ((v[0] + v[4]) + (v[2] + v[6])) + ((v[1] + v[5]) + (v[3] + v[7]));
}

/// kWidth of the lanes, for code that is compiled for one width of registers.
template <std::size_t kWidth>
struct SomeLanes {
  using Type __attribute__((vector_size(kWidth * sizeof(double)), may_alias)) = double;
  /// The same at any double in memory.
  using Anywhere
      __attribute__((vector_size(kWidth * sizeof(double)), aligned(sizeof(double)), may_alias)) =
          double;
};

/// The same in memory; on an address that never straddles two cache lines.
struct alignas(kLaneCount * sizeof(double)) LaneArray : std::array<double, kLaneCount> {
  const Lanes& lanes() const { return *reinterpret_cast<const Lanes*>(data()); }
  Lanes& lanes() { return *reinterpret_cast<Lanes*>(data()); }

  /// kWidth of them from `first`, a multiple of kWidth.
  template <std::size_t kWidth>
  const typename SomeLanes<kWidth>::Type& some(std::size_t first) const {
    return *reinterpret_cast<const typename SomeLanes<kWidth>::Type*>(data() + first);
  }
  template <std::size_t kWidth>
  typename SomeLanes<kWidth>::Type& some(std::size_t first) {
    return *reinterpret_cast<typename SomeLanes<kWidth>::Type*>(data() + first);
  }
};

/// Complex numbers in lanes.
struct ComplexLanes {
  LaneArray real{}, imaginary{};
};

}  // namespace raftup
