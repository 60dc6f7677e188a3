#pragma once

#include <array>
#include <map>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "hydro/wetted_mesh/wetted_surface.hpp"

namespace raftup::hydro {

/// cosh k(z + h)/cosh kh: ratio of a wave's pressure at a height z to that at the still water
/// plane.
/// @param k rad/m, > 0
/// @param z m, <= 0
/// @param h water depth [m], may be infinite
/// @source Airy (1845)
double wave_decay(double k, double z, double h);

/// The components of a sea that go in one direction, at points near a body: each is a product of a
/// function along the waves and one of the depth, so that their sum is a short series
///   sum_nl c_nl T_n(d/R) T_l(1 + 2 z/D)
/// of Chebyshev polynomials, d the distance from the body along the waves, |d| <= R, -D <= z <= 0.
/// Its coefficients take one pass over the components, whatever the number of points. Degrees are
/// such that the shortest component is met to some 1e-5 of its amplitude and longer ones better; D
/// goes in steps with the depth that is asked for. The same bits on every machine. Keeps tables,
/// pure functions of its inputs. Not thread-safe.
class LongCrestedWaves {
 public:
  /// @param components indices into the sea's, all of one direction, at least one
  /// @param radius     R [m], > 0
  LongCrestedWaves(const Sea& sea, const std::vector<std::size_t>& components, double radius);

  /// A wave whose decay with depth is not that of its wavenumber: a cos(omega t - k d + phase)
  /// times wave_decay() of another wavenumber.
  struct Wave {
    double omega = 0.0;       ///< rad/s
    double wavenumber = 0.0;  ///< k [rad/m], below 0 for one that goes against the direction
    double decay = 0.0;       ///< rad/m, >= 0
    double phase = 0.0;       ///< rad
    double amplitude = 0.0;   ///< m
  };
  /// @param direction   rad
  /// @param water_depth m, > 0 or infinity
  /// @param waves       at least one; of the factors of follow() each has that of its place
  LongCrestedWaves(double direction, double water_depth, const std::vector<Wave>& waves,
                   double radius);

  /// Computes the waves at a time [s] about a point [m, world].
  /// @param scale   of all amplitudes: the ramp
  /// @param factors of the amplitudes of the sea's components; null = 1
  void follow(double time, const Vector2& center, double scale, const AmplitudeFactors* factors);
  /// Prepares add_pressure_head() for points down to this depth below still water [m].
  void reach(double depth);

  /// Adds the elevation [m].
  /// @param x,y offsets of the points from the centre, world axes [m]
  void add_elevation(const VertexValues& x, const VertexValues& y, VertexValues& elevation) const;
  /// Adds the dynamic pressure over rho g [m].
  /// @param z of the points [m], -depth <= z <= 0
  void add_pressure_head(const VertexValues& x, const VertexValues& y, const VertexValues& z,
                         VertexValues& head) const;

 private:
  /// Chebyshev coefficients over the depth D, of each component: degrees x blocks.
  struct DepthTable {
    double depth = 0.0;
    std::size_t degrees = 0;
    std::vector<LaneArray> values;
  };

  void tabulate_along(double radius);
  DepthTable tabulate_depth(double depth) const;
  std::size_t lane_count() const { return kLaneCount * phases_.size(); }

  Vector2 direction_over_radius_;  ///< unit vector where the waves go, over R
  double water_depth_;
  std::vector<std::size_t> places_;  ///< index in the sea of the component in each lane
  std::vector<double> wavenumbers_;  ///< rad/m, per lane; 0 where there is no component
  std::vector<double> decays_;       ///< rad/m, per lane: the wavenumbers of decays with depth
  WavePhases phases_;
  std::vector<LaneArray> amplitudes_;
  std::size_t degrees_ = 0;            ///< along the waves
  std::vector<LaneArray> along_;       ///< of cos (even degrees) and sin (odd): degrees x blocks
  std::map<int, DepthTable> depths_;   ///< by the step of D
  std::vector<LaneArray> even_, odd_;  ///< m, a cos, a sin of the phases
  std::vector<LaneArray> products_;    ///< degrees x blocks: phasors times `along_`
  std::vector<double> elevation_;      ///< coefficients at z = 0
  const DepthTable* depth_ = nullptr;
  std::vector<double> coefficients_;  ///< c_nl, l running fastest
};

}  // namespace raftup::hydro
