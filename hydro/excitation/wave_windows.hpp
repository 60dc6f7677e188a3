#pragma once

#include <optional>
#include <vector>

#include "hydro/excitation/component_sum.hpp"
#include "hydro/sea/component_nodes.hpp"
#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// Windows in time and place within which a few waves replace all components of a long-crested sea.
/// Let theta_c be the phase of a component at the center of a window. The component is then exp(i
/// theta_c) f(omega_c) with f(omega) = exp(i (omega t - k(omega) s)), at the time t [s] after the
/// center and the distance s along the waves [m] from it. The components are replaced by waves at
/// the ComponentNodes of omega,
///   sum_c A_c exp(i theta_c) f(omega_c) = sum_p B_p f(omega_p),
///   B_p = sum_c L_p(omega_c) A_c exp(i theta_c),
/// with an error of 1e-13 of the |A_c|. The computation of the B_p costs as much as about ten sums
/// over the components, and each sum over the nodes costs a tenth of a sum over the components. A
/// window is some 10 s long and 10 m wide. The window of a path depends only on the middle of the
/// path, so that results do not depend on earlier calls.
class WaveWindows {
  /// One window, identified by its position on a grid of windows in time [s], x and y [m, world].
 public:
  struct Window {
    long time = 0, x = 0, y = 0;  ///< number of windows from the origin of time, x and y
    friend bool operator==(const Window&, const Window&) = default;
  };
  using Series = std::vector<ComplexLanes>;  ///< one number per component or node, in SIMD blocks

  /// Creates windows for a sea. Returns nothing if they would not halve the number of waves, as in
  /// a sea with many directions, or if amplitudes [m] change with time.
  static std::optional<WaveWindows> of(const Sea& sea);

  /// Returns the window that contains the middle of a path. Returns nothing if the path extends too
  /// far beyond the window or is farther than 1e12 m or s from the origin, and for a single
  /// instant, for which the computation of the nodes does not pay.
  std::optional<Window> window_of(const UniformPath& path) const;

  /// Returns a path with its time and place measured from the center of a window [s, m].
  UniformPath from_center(const UniformPath& path, const Window& window) const;

  /// Returns waves of amplitude 1 m and phase 0 at the nodes, in whole SIMD blocks.
  const Sea& nodes() const { return waves_; }

  /// Computes the phase factors exp(i theta_c) of all components at the center of a window.
  Series phasors(const Window& window) const;

  /// Computes the series B of the nodes for several series A of the components. An empty series
  /// gives an empty one.
  /// @param amplitudes the series A
  /// @param phasors    exp(i theta_c) at the center of the window
  std::vector<Series> gather(const std::vector<Series>& amplitudes, const Series& phasors) const;

 private:
  /// Largest distance in time and place from the center of a window at which a path may lie. It
  /// includes the distance by which a path may extend beyond the window.
  struct Reach {
    double time;   ///< distance in time [s]
    double place;  ///< distance in place [m]
  };

  WaveWindows(const Sea& sea, ComponentNodes nodes, const Reach& reach);

  UniformPath center(const Window& window) const;

  WavePhases phases_;  ///< phases of the components
  ComponentNodes nodes_;
  Sea waves_;
  Reach reach_;
  double duration_, side_;  ///< duration [s] and side length [m] of a window
};

}  // namespace raftup::hydro
