#pragma once

#include <array>
#include <map>
#include <vector>

#include "hydro/sea/sea.hpp"
#include "hydro/wetted_mesh/wetted_surface.hpp"

namespace raftup::hydro {

/// Returns cosh k(z + h)/cosh kh: the ratio of the dynamic pressure of a wave at the height z to
/// that at the still water plane.
/// @param k wave number [rad/m], > 0
/// @param z height above the still water plane [m], <= 0
/// @param h water depth [m], may be infinite
/// @source Airy (1845)
double wave_decay(double k, double z, double h);

/// The components of a sea that travel in one direction, evaluated at points near a body. Each
/// component is the product of a function of the distance along the waves and a function of the
/// depth. Their sum is therefore represented by a short series of Chebyshev polynomials,
///   sum_nl c_nl T_n(d/R) T_l(1 + 2 z/D),
/// where d is the distance from the body along the waves, |d| <= R, and z the height, -D <= z <= 0.
/// The coefficients need one pass over the components, whatever the number of points. The degrees
/// are such that the shortest component has an error of about 1e-5 of its amplitude and longer
/// components have smaller errors. D increases in steps with the depth that reach() requests. The
/// results are bit for bit the same on every machine. Not thread-safe, since it keeps tables of
/// intermediate results.
class LongCrestedWaves {
 public:
  /// @param components indices of components of the sea, all of one direction, at least one
  /// @param radius     R [m], > 0
  LongCrestedWaves(const Sea& sea, const std::vector<std::size_t>& components, double radius);

  /// A wave whose decay with depth is not that of its wave number: a cos(omega t - k d + phase)
  /// times wave_decay() of another wave number.
  struct Wave {
    double omega = 0.0;       ///< frequency [rad/s]
    double wavenumber = 0.0;  ///< k [rad/m], below 0 for one that goes against the direction
    double decay = 0.0;       ///< wave number of the decay with depth [rad/m], >= 0
    double phase = 0.0;       ///< phase at the center at t = 0 [rad]
    double amplitude = 0.0;   ///< amplitude a [m]
  };
  /// @param direction   direction that the waves travel to [rad]
  /// @param water_depth m, > 0 or infinity
  /// @param waves       at least one; of the factors of follow() each has that of its place
  LongCrestedWaves(double direction, double water_depth, const std::vector<Wave>& waves,
                   double radius);

  /// Computes the waves at a time [s] for points around a center [m, world].
  /// @param scale   factor of all amplitudes, the ramp of the sea [1]
  /// @param factors factors of the amplitudes of all components of the sea [1]; null means 1
  void follow(double time, const Vector2& center, double scale, const AmplitudeFactors* factors);
  /// Prepares add_pressure_head() for points down to this depth below the still water plane [m].
  void reach(double depth);

  /// Adds the elevation [m] at points.
  /// @param x,y offsets of the points from the center, world axes [m]
  void add_elevation(const VertexValues& x, const VertexValues& y, VertexValues& elevation) const;
  /// Adds the dynamic pressure over rho g [m] at points.
  /// @param z height of the points above the still water plane [m], -depth <= z <= 0 with the depth
  ///         of reach()
  void add_pressure_head(const VertexValues& x, const VertexValues& y, const VertexValues& z,
                         VertexValues& head) const;

 private:
  /// Chebyshev coefficients over the depth D [m] for each component: degrees x SIMD blocks.
  struct DepthTable {
    double depth = 0.0;
    std::size_t degrees = 0;
    std::vector<LaneArray> values;
  };

  void tabulate_along(double radius);
  DepthTable tabulate_depth(double depth) const;
  std::size_t lane_count() const { return kLaneCount * phases_.size(); }

  /// Unit vector in the direction that the waves travel to, divided by R [1/m].
  Vector2 direction_over_radius_;
  double water_depth_;
  std::vector<std::size_t> places_;  ///< index in the sea of the component in each lane
  /// Wave number of the component in each lane [rad/m]; 0 if there is none.
  std::vector<double> wavenumbers_;
  std::vector<double> decays_;  ///< rad/m, per lane: wave numbers of the decays with depth
  WavePhases phases_;
  std::vector<LaneArray> amplitudes_;
  std::size_t degrees_ = 0;  ///< number of degrees of the Chebyshev series along the waves
  /// Chebyshev coefficients along the waves, of cos (even degrees) and sin (odd degrees): degrees x
  /// blocks.
  std::vector<LaneArray> along_;
  std::map<int, DepthTable> depths_;  ///< tables over the depth [m], by the number of the step of D
  /// A cos and a sin of the phases at the center, with the amplitude a [m].
  std::vector<LaneArray> even_, odd_;
  std::vector<LaneArray> products_;  ///< degrees x blocks: `even_` or `odd_` times `along_`
  /// Chebyshev coefficients of the elevation along the waves [m].
  std::vector<double> elevation_;
  const DepthTable* depth_ = nullptr;
  /// Chebyshev coefficients c_nl of the pressure head [m], with l varying fastest.
  std::vector<double> coefficients_;
};

}  // namespace raftup::hydro
