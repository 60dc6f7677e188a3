#pragma once

#include <array>
#include <string_view>

namespace raftup::solver {

/// How linear waves are taken up to the surface, whose crests they know nothing of.
enum class WaveStretching {
  kWheeler,       ///< at h (z + h)/(h + eta) - h: the profile moves with the surface
  kLinear,        ///< above the still water plane as in it
  kExtrapolated,  ///< above the still water plane by their slope there
  kNone,          ///< water ends at the still water plane, whatever the elevation
};

constexpr std::array<std::string_view, 4> names_of(WaveStretching /*of*/) {
  return {"wheeler", "linear", "extrapolated", "none"};
}

}  // namespace raftup::solver
