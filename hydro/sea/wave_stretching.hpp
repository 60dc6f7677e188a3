#pragma once

#include <array>
#include <string_view>

namespace raftup::hydro {

/// Method by which the motion of linear waves is extrapolated to the instantaneous surface, since
/// linear theory has no velocities above the still water plane. With kWheeler the pressure at the
/// surface [Pa] is 0. With kLinear it is 0 at crests and has an error of O(a^2) in troughs, where a
/// is the amplitude.
/// @source Wheeler (1970), Method for calculating forces produced by irregular waves
enum class WaveStretching {
  /// Motion at z is that at h (z + h)/(h + eta) - h: the profile moves with the surface.
  kWheeler,
  kLinear,  ///< above the still water plane, the motion is that at the plane
  /// Above the still water plane, the motion is extrapolated with its slope at the plane.
  kExtrapolated,
  kNone,  ///< the water ends at the still water plane, whatever the elevation [m]
};

constexpr std::array<std::string_view, 4> names_of(WaveStretching /*of*/) {
  return {"wheeler", "linear", "extrapolated", "none"};
}

}  // namespace raftup::hydro
