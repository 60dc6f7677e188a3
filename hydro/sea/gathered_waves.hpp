#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "hydro/sea/component_nodes.hpp"
#include "hydro/sea/wave_kinematics.hpp"

namespace raftup::hydro {

/// A few waves that replace many components of a sea near a place. For components of one direction
/// the motion at a point is sum_c A_c f(k_c), f(k) = e^(kz - ikd), at a height z [m] and a distance
/// d [m] along the waves. The sum at a point then runs over waves at the ComponentNodes of k
/// [rad/m], whatever the number of components. Near means up to a distance and a depth; there the
/// result equals the sum over all components to 1e-14 of their amplitudes. The same bits on every
/// machine. Not thread-safe, since it keeps scratch memory.
class GatheredWaves {
 public:
  /// The region in which points lie.
  struct Reach {
    double radius;  ///< from the place, horizontally [m], > 0
    double depth;   ///< below the still water plane [m], > 0
  };
  /// The parts of WaterMotion that are needed besides the velocity [m/s].
  struct Wanted {
    bool accelerations = true, pressures = true;
  };
  /// The waves at one instant about a place: one set of amplitudes [m] for each quantity that
  /// depends on more of a component than its wavenumber.
  struct Phasors {
    Vector2 place = Vector2::Zero();
    WavePhasors elevation, velocity, acceleration, pressure;
  };

  /// Returns nothing if it would not halve the number of waves: for many directions, or far from
  /// the place.
  static std::optional<GatheredWaves> of(const Sea& sea, const Reach& reach);

  /// @param components phasors of WaveKinematics of the sea
  void gather(const WavePhasors& components, const Vector2& place, const Wanted& wanted,
              Phasors& phasors) const;

  /// As WaveKinematics.
  void add_elevations(const Phasors& phasors, const PointRow& row,
                      std::span<double> elevations) const;
  void add_motions(const Phasors& phasors, const PointRow& row,
                   std::span<const WaterHeight> heights, std::span<WaterMotion> motions) const;

  std::size_t wave_count() const { return waves_.components().size(); }

  /// elevation, velocity, acceleration, pressure [m, m/s, m/s2, m2/s2]
  static constexpr std::size_t kQuantities = 4;

 private:
  GatheredWaves(const Sea& sea, ComponentNodes nodes);

  ComponentNodes nodes_;  ///< nodes of the wavenumber [rad/m]
  Sea waves_;
  WaveKinematics kinematics_;  ///< of the waves
  WavePhases phases_;          ///< of the components
  /// factors of the amplitudes [m] of the components
  std::vector<std::array<LaneArray, kQuantities>> factors_;
  /// 1/factors that are contained in waves_
  std::vector<std::array<LaneArray, kQuantities>> divisors_;
  mutable std::array<std::vector<ComplexLanes>, kQuantities> moved_;  ///< scratch
  mutable std::vector<WaterMotion> motions_;                          ///< scratch
};

}  // namespace raftup::hydro
