#pragma once

#include <array>
#include <string_view>

namespace raftup::hydro {

/// Extrapolation of linear waves to the instantaneous surface, above which the theory has no
/// velocities. The pressure at the surface [Pa] is 0 with kWheeler; with kLinear it is 0 at crests
/// and has an error of O(a^2) in troughs.
/// @source Wheeler (1970), Method for calculating forces produced by irregular waves
enum class WaveStretching {
  kWheeler,       ///< evaluated at h (z + h)/(h + eta) - h: the profile moves with the surface
  kLinear,        ///< above the still water plane, the values at that plane
  kExtrapolated,  ///< above the still water plane, extrapolated with the slope at that plane
  kNone,          ///< water ends at the still water plane, whatever the elevation [m]
};

constexpr std::array<std::string_view, 4> names_of(WaveStretching /*of*/) {
  return {"wheeler", "linear", "extrapolated", "none"};
}

}  // namespace raftup::hydro
