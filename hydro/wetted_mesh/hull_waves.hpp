#pragma once

#include <vector>

#include "hydro/sea/sea.hpp"
#include "hydro/wetted_mesh/long_crested_waves.hpp"

namespace raftup::hydro {

/// A sea near a body, as one long-crested sea for each of its directions. The cost for each point
/// grows with the number of directions. Not thread-safe, since it keeps scratch memory.
class HullWaves {
 public:
  /// @param radius of the body: no point is farther from its centre [m], > 0
  HullWaves(const Sea& sea, double radius);

  /// Computes the waves at a time [s] about a centre [m, world], including the ramp and histories
  /// of the sea.
  void follow(double time, const Vector2& center);
  /// The same, with amplitudes [m] multiplied by given factors.
  void follow(double time, const Vector2& center, const AmplitudeFactors& factors);

  /// LongCrestedWaves::reach() for each direction.
  void reach(double depth);
  void add_elevation(const VertexValues& x, const VertexValues& y, VertexValues& elevation) const;
  void add_pressure_head(const VertexValues& x, const VertexValues& y, const VertexValues& z,
                         VertexValues& head) const;

 private:
  Sea sea_;
  std::vector<LongCrestedWaves> directions_;
  AmplitudeFactors factors_;  ///< scratch
};

}  // namespace raftup::hydro
