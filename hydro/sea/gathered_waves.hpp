#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "hydro/sea/component_nodes.hpp"
#include "hydro/sea/wave_kinematics.hpp"

namespace raftup::hydro {

/// A few waves that do near a place what many components of a sea do there. Of components that go
/// in one direction the motion at a point is sum_c A_c f(k_c), f(k) = e^(kz - ikd) at a depth and a
/// distance along the waves: what is left to sum at a point are waves at the ComponentNodes of k,
/// whatever the number of components. Near means up to a distance and a depth; there it is the sum
/// over all components to 1e-14 of their amplitudes. The same bits on every machine. Not
/// thread-safe: it keeps scratch.
class GatheredWaves {
 public:
  /// Where points lie.
  struct Reach {
    double radius;  ///< from the place, horizontally [m], > 0
    double depth;   ///< below the still water plane [m], > 0
  };
  /// What is wanted of WaterMotion besides the velocity.
  struct Wanted {
    bool accelerations = true, pressures = true;
  };
  /// The waves at one instant about a place: one set of amplitudes for each quantity that depends
  /// on more of a component than its wavenumber.
  struct Phasors {
    Vector2 place = Vector2::Zero();
    WavePhasors elevation, velocity, acceleration, pressure;
  };

  /// None where it would not halve the waves: of many directions, or far from the place.
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

  static constexpr std::size_t kQuantities = 4;  ///< elevation, velocity, acceleration, pressure

 private:
  GatheredWaves(const Sea& sea, ComponentNodes nodes);

  ComponentNodes nodes_;  ///< of the wavenumber
  Sea waves_;
  WaveKinematics kinematics_;                                 ///< of the waves
  WavePhases phases_;                                         ///< of the components
  std::vector<std::array<LaneArray, kQuantities>> factors_;   ///< of the components' amplitudes
  std::vector<std::array<LaneArray, kQuantities>> divisors_;  ///< 1/factors that waves_ bring along
  mutable std::array<std::vector<ComplexLanes>, kQuantities> moved_;  ///< scratch
  mutable std::vector<WaterMotion> motions_;                          ///< scratch
};

}  // namespace raftup::hydro
