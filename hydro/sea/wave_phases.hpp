#pragma once

#include <vector>

#include "hydro/numerics/lanes.hpp"

namespace raftup::hydro {

/// What the phases omega t - k.x + phase of kLaneCount components are made of, in turns.
/// All zero in the lanes beyond the last component.
struct WavePhaseBlock {
  LaneArray omega{};         ///< turns/s
  LaneArray wavenumber_x{};  ///< turns/m
  LaneArray wavenumber_y{};  ///< turns/m
  LaneArray phase{};         ///< turns

  /// The phases [turns] at a time and a point.
  [[gnu::always_inline]] void at(double time, double x, double y, Lanes& turns) const {
    change(time, x, y, turns);
    turns += phase.lanes();
  }
  /// What they gain [turns] in a time and over a distance.
  [[gnu::always_inline]] void change(double time, double x, double y, Lanes& turns) const {
    turns = omega.lanes() * time - (wavenumber_x.lanes() * x + wavenumber_y.lanes() * y);
  }
};

/// The phases of all components of a sea in their order.
using WavePhases = std::vector<WavePhaseBlock>;

}  // namespace raftup::hydro
