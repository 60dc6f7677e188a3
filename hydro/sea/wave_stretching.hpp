#pragma once

#include <array>
#include <string_view>

namespace raftup::hydro {

/// How linear waves are taken up to the surface, whose crests they know nothing of. The pressure at
/// the surface is 0 with kWheeler; with kLinear it is 0 at crests and off by O(a^2) in troughs.
/// @source Wheeler (1970), Method for calculating forces produced by irregular waves
enum class WaveStretching {
  kWheeler,       ///< at h (z + h)/(h + eta) - h: the profile moves with the surface
  kLinear,        ///< above the still water plane as in it
  kExtrapolated,  ///< above the still water plane by their slope there
  kNone,          ///< water ends at the still water plane, whatever the elevation
};

constexpr std::array<std::string_view, 4> names_of(WaveStretching /*of*/) {
  return {"wheeler", "linear", "extrapolated", "none"};
}

}  // namespace raftup::hydro
