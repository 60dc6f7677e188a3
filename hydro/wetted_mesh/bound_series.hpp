#pragma once

#include <optional>
#include <utility>
#include <vector>

#include "hydro/wetted_mesh/long_crested_waves.hpp"

namespace raftup::hydro {

/// What is of second order in a sea of one direction near a body, as series along the waves and
/// over the depth, one for the elevation and one for the pressure: a pair of components is a wave
/// of its own in them. Besides the bound waves the pressure has -rho |u|^2/2 of the components, a
/// sum over pairs as well: with q = coth kh coth k'h, for a pair of amplitudes a, a'
///   -a a' omega omega' [(q + 1) cosh (k + k')(z + h)/cosh (k + k')h cos (theta - theta')
///                     + (q - 1) cosh (k - k')(z + h)/cosh (k - k')h cos (theta + theta')]/2.
/// Not thread-safe, since it keeps scratch memory.
class BoundSeries {
 public:
  /// Returns nothing for a sea of several directions, and for one of so many components that their
  /// pairs would take more than some 150 MB.
  /// @param sea    with bound waves
  /// @param radius of the body [m]
  static std::optional<BoundSeries> of(const Sea& sea, double radius);

  /// As LongCrestedWaves; `ramp` [1] is that of the components.
  void follow(double time, const Vector2& center, double ramp, const AmplitudeFactors* factors);
  void reach(double depth) { head_.reach(depth); }
  void add_elevation(const VertexValues& x, const VertexValues& y, VertexValues& elevation) const {
    elevation_.add_elevation(x, y, elevation);
  }
  void add_pressure_head(const VertexValues& x, const VertexValues& y, const VertexValues& z,
                         VertexValues& head) const {
    head_.add_pressure_head(x, y, z, head);
  }

  /// Waves with the pair of components that each is of.
  struct Waves {
    std::vector<LongCrestedWaves::Wave> waves;
    std::vector<std::pair<std::size_t, std::size_t>> pairs;
  };

 private:
  BoundSeries(const Sea& sea, const Waves& elevation, const Waves& head, double radius);

  std::vector<std::pair<std::size_t, std::size_t>> elevation_pairs_, head_pairs_;
  LongCrestedWaves elevation_, head_;
};

}  // namespace raftup::hydro
