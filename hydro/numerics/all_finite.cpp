#include "hydro/numerics/all_finite.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>

#include "hydro/numerics/clones.hpp"

namespace raftup {

RAFTUP_CLONES
bool all_finite(std::span<const double> values) noexcept {
  constexpr std::uint64_t kExponent =
      0x7ff0'0000'0000'0000;  // all ones in infinities and NaNs only
  std::uint64_t found = 0;
  for (const double value : values) {
    found |= (std::bit_cast<std::uint64_t>(value) & kExponent) == kExponent ? 1U : 0U;
  }
  return found == 0;
}

std::size_t first_not_finite(std::span<const double> values) noexcept {
  const auto is_finite = [](double value) { return std::isfinite(value); };
  const auto found = std::find_if_not(values.begin(), values.end(), is_finite);
  return static_cast<std::size_t>(found - values.begin());
}

}  // namespace raftup
