#pragma once

#include <optional>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "hydro/sea/wave_kinematics.hpp"
#include "hydro/wetted_mesh/bound_series.hpp"
#include "hydro/wetted_mesh/long_crested_waves.hpp"

namespace raftup::hydro {

/// The waves of a sea near a body. Each direction of the sea is treated as one long-crested sea;
/// the bound waves of one direction are a series as well. A steep wave, and bound waves of several
/// directions or of very many components, are evaluated point by point at a much higher cost. The
/// cost for each point grows with the number of directions. Not thread-safe, since it keeps scratch
/// memory.
class HullWaves {
 public:
  /// @param radius radius of the body [m], > 0: no point may be farther from its center
  HullWaves(const Sea& sea, double radius);

  /// Computes the waves at a time [s] for points around a center [m, world]. The ramp and the
  /// changing amplitudes of the sea are included.
  void follow(double time, const Vector2& center);
  /// Computes the waves as follow(time, center) does, with the amplitudes multiplied by the given
  /// factors [1].
  void follow(double time, const Vector2& center, const AmplitudeFactors& factors);

  /// Returns true if the waves are known up to their surface, so that no stretching is needed.
  bool reach_surface() const { return sea_.steep_wave() != nullptr; }

  /// Prepares add_pressure_head() for points down to this depth below the still water plane [m].
  void reach(double depth);
  /// Adds the elevation [m] at points whose horizontal offsets from the center are x and y [m,
  /// world axes].
  void add_elevation(const VertexValues& x, const VertexValues& y, VertexValues& elevation) const;
  /// Adds the dynamic pressure over rho g [m] at points with the offsets x and y from the center
  /// [m, world axes] and the height z above the still water plane [m], -depth <= z <= 0.
  void add_pressure_head(const VertexValues& x, const VertexValues& y, const VertexValues& z,
                         VertexValues& head) const;

 private:
  void follow_series(double time, const Vector2& center, const AmplitudeFactors* factors);

  Sea sea_;
  std::vector<LongCrestedWaves> directions_;
  AmplitudeFactors factors_;  ///< scratch memory
  std::optional<BoundSeries> bound_;
  std::optional<WaveKinematics> whole_;  ///< waves that are evaluated point by point
  WavePhasors phasors_;                  ///< of `whole_`
  Vector2 center_ = Vector2::Zero();     ///< of `whole_` [m, world]
};

}  // namespace raftup::hydro
