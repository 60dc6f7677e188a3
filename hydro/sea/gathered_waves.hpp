#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "hydro/sea/component_nodes.hpp"
#include "hydro/sea/wave_kinematics.hpp"

namespace raftup::hydro {

/// A few waves that replace many components of a sea near a place. For components of one direction,
/// the motion of the water at a point is sum_c A_c f(k_c) with f(k) = e^(kz - ikd), where k is the
/// wave number [rad/m], z the height [m] of the point and d [m] its distance along the waves. The
/// sum is computed over waves at the ComponentNodes of k, whose number does not depend on the
/// number of components. Within the region `Reach`, the error is at most 1e-14 of the amplitudes of
/// the components. The results are bit for bit the same on every machine. Not thread-safe, since it
/// keeps scratch memory.
class GatheredWaves {
 public:
  /// The region around the place in which points may lie.
  struct Reach {
    double radius;  ///< horizontal distance from the place [m], > 0
    double depth;   ///< depth below the still water plane [m], > 0
  };
  /// The parts of WaterMotion that are computed in addition to the velocity [m/s].
  struct Wanted {
    bool accelerations = true, pressures = true;
  };
  /// The waves at one instant, relative to a place [m]. Elevation, velocity, acceleration and
  /// pressure have a set of complex amplitudes each, because they depend on more than the wave
  /// number of a component.
  struct Phasors {
    Vector2 place = Vector2::Zero();
    WavePhasors elevation, velocity, acceleration, pressure;
  };

  /// Creates the waves that replace the components of a sea. Returns nothing if they would not
  /// halve the number of waves, because there are too many directions or the region is too large.
  static std::optional<GatheredWaves> of(const Sea& sea, const Reach& reach);

  /// Computes the complex amplitudes of the waves at one instant about a place [m, world].
  /// @param components complex amplitudes that WaveKinematics of the sea has computed for the
  ///         instant
  /// @param wanted     quantities that are needed in addition to the velocity
  void gather(const WavePhasors& components, const Vector2& place, const Wanted& wanted,
              Phasors& phasors) const;

  /// Adds elevations [m] and motions [m/s, m/s2, m2/s2] at the points of a row, as the functions of
  /// WaveKinematics do.
  void add_elevations(const Phasors& phasors, const PointRow& row,
                      std::span<double> elevations) const;
  void add_motions(const Phasors& phasors, const PointRow& row,
                   std::span<const WaterHeight> heights, std::span<WaterMotion> motions) const;

  /// The waves that replace the components, of amplitude 1 m; their complex amplitudes are Phasors.
  const Sea& waves() const { return waves_; }
  /// Number of waves that replace the components.
  std::size_t wave_count() const { return waves_.components().size(); }

  /// Number of quantities with amplitudes of their own: elevation, velocity, acceleration and
  /// pressure [m, m/s, m/s2, m2/s2].
  static constexpr std::size_t kQuantities = 4;

 private:
  GatheredWaves(const Sea& sea, ComponentNodes nodes);

  ComponentNodes nodes_;  ///< nodes in the wave number [rad/m]
  Sea waves_;
  WaveKinematics kinematics_;  ///< kinematics of the waves at the nodes
  WavePhases phases_;          ///< phases of the components of the sea [turns]
  /// Factors between the amplitude [m] of each component and its contribution to each quantity.
  std::vector<std::array<LaneArray, kQuantities>> factors_;
  /// Reciprocals of the same factors for the waves at the nodes, since `kinematics_` multiplies by
  /// them again.
  std::vector<std::array<LaneArray, kQuantities>> divisors_;
  mutable std::array<std::vector<ComplexLanes>, kQuantities> moved_;  ///< scratch memory
  mutable std::vector<WaterMotion> motions_;                          ///< scratch memory
};

}  // namespace raftup::hydro
