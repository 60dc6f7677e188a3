#pragma once

#include <optional>
#include <vector>

#include "hydro/excitation/component_sum.hpp"
#include "hydro/sea/component_nodes.hpp"
#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// Windows in time and place within which a few waves replace all components of a long-crested sea.
/// About the centre of a window, where the phase of a component is theta_c, the component is
/// exp(i theta_c) f with f(omega) = exp(i (omega t - k(omega) s)), for the time t [s] and the
/// distance s along the waves [m] from the centre. It is replaced by waves at the ComponentNodes of
/// omega,
///   sum_c A_c exp(i theta_c) f(omega_c) = sum_p B_p f(omega_p),
///   B_p = sum_c L_p(omega_c) A_c exp(i theta_c),
/// to 1e-13 of the |A_c|. Computing the B_p costs as much as some ten sums over the components, and
/// each sum over the nodes costs a tenth of one; a window is some 10 s long and 10 m wide. The
/// window of a path depends only on the middle of the path, so that results do not depend on
/// earlier calls.
class WaveWindows {
 public:
  struct Window {
    long time = 0, x = 0, y = 0;  ///< number of windows from the origin
    friend bool operator==(const Window&, const Window&) = default;
  };
  using Series = std::vector<ComplexLanes>;  ///< one number per component or node, in lanes

  /// Returns nothing if windows would not halve the number of components, as in a sea of many
  /// directions, and for amplitudes [m] that change with time.
  static std::optional<WaveWindows> of(const Sea& sea);

  /// The window that contains the middle of a path. Nothing if the path leaves the window by too
  /// much or is 1e12 m or s away, and for a single instant, for which gathering does not pay.
  std::optional<Window> window_of(const UniformPath& path) const;

  /// The path relative to the centre of a window.
  UniformPath from_center(const UniformPath& path, const Window& window) const;

  /// Waves of amplitude 1 m and phase 0 at the nodes, in whole blocks of lanes.
  const Sea& nodes() const { return waves_; }

  /// exp(i theta_c) at the centre of a window.
  Series phasors(const Window& window) const;

  /// B of several series A; an empty series gives an empty one.
  std::vector<Series> gather(const std::vector<Series>& amplitudes, const Series& phasors) const;

 private:
  /// Half the length of a window [s] and half its diagonal [m], including what a path may extend
  /// beyond it.
  struct Reach {
    double time;   ///< s
    double place;  ///< m
  };

  WaveWindows(const Sea& sea, ComponentNodes nodes, const Reach& reach);

  UniformPath center(const Window& window) const;

  WavePhases phases_;  ///< of the components
  ComponentNodes nodes_;
  Sea waves_;
  Reach reach_;
  double duration_, side_;  ///< of a window [s], [m]
};

}  // namespace raftup::hydro
