#pragma once

#include <optional>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "hydro/sea/wave_kinematics.hpp"
#include "hydro/wetted_mesh/bound_series.hpp"
#include "hydro/wetted_mesh/long_crested_waves.hpp"

namespace raftup::hydro {

/// A sea near a body, as one long-crested sea for each of its directions; the bound waves of one
/// direction as a series too. Point by point, at a much higher cost, a steep wave, and bound waves
/// of several directions or of very many components. The cost for each point grows with the number
/// of directions. Not thread-safe, since it keeps scratch memory.
class HullWaves {
 public:
  /// @param radius of the body: no point is farther from its centre [m], > 0
  HullWaves(const Sea& sea, double radius);

  /// Computes the waves at a time [s] about a centre [m, world], including the ramp and histories
  /// of the sea.
  void follow(double time, const Vector2& center);
  /// The same, with amplitudes [m] multiplied by given factors.
  void follow(double time, const Vector2& center, const AmplitudeFactors& factors);

  /// Whether the waves are known up to their surface, so that no stretching is needed.
  bool reach_surface() const { return sea_.steep_wave() != nullptr; }

  /// LongCrestedWaves::reach() for each direction.
  void reach(double depth);
  void add_elevation(const VertexValues& x, const VertexValues& y, VertexValues& elevation) const;
  void add_pressure_head(const VertexValues& x, const VertexValues& y, const VertexValues& z,
                         VertexValues& head) const;

 private:
  void follow_series(double time, const Vector2& center, const AmplitudeFactors* factors);

  Sea sea_;
  std::vector<LongCrestedWaves> directions_;
  AmplitudeFactors factors_;  ///< scratch
  std::optional<BoundSeries> bound_;
  std::optional<WaveKinematics> whole_;  ///< of waves that no series is made of, with what follows
  WavePhasors phasors_;
  Vector2 center_ = Vector2::Zero();
};

}  // namespace raftup::hydro
