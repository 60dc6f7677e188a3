#pragma once

#include <optional>
#include <vector>

#include "hydro/excitation/component_sum.hpp"
#include "hydro/sea/component_nodes.hpp"
#include "hydro/sea/sea.hpp"

namespace raftup::hydro {

/// Windows in time and place in which a few waves do what all components of a long-crested sea do.
/// About the centre of a window, with theta_c its phase there, a component is exp(i theta_c) f,
/// f(omega) = exp(i (omega t - k(omega) s)) for the time t and the way s along the wave from the
/// centre: waves at the ComponentNodes of omega take its place,
///   sum_c A_c exp(i theta_c) f(omega_c) = sum_p B_p f(omega_p),
///   B_p = sum_c L_p(omega_c) A_c exp(i theta_c),
/// to 1e-13 of the |A_c|. To gather the B_p costs as much as some ten sums over the components,
/// each sum over the nodes a tenth of one: a window is some 10 s long and 10 m wide. Which window a
/// path is in follows from its middle alone, so that no sum depends on what was asked before.
class WaveWindows {
 public:
  struct Window {
    long time = 0, x = 0, y = 0;  ///< how many windows from the origin
    friend bool operator==(const Window&, const Window&) = default;
  };
  using Series = std::vector<ComplexLanes>;  ///< one number per component or node, in lanes

  /// None where it would not halve the components, as of a sea of many directions, and for
  /// amplitudes that change with time.
  static std::optional<WaveWindows> of(const Sea& sea);

  /// None where the path leaves the window that its middle is in by too much or is 1e12 m or s
  /// away, and for a single instant, for which it does not pay to gather.
  std::optional<Window> window_of(const UniformPath& path) const;

  /// The path as seen from the centre of a window.
  UniformPath from_center(const UniformPath& path, const Window& window) const;

  /// Waves of amplitude and phase 1 and 0 at the nodes, in whole blocks of lanes.
  const Sea& nodes() const { return waves_; }

  /// exp(i theta_c) at the centre of a window.
  Series phasors(const Window& window) const;

  /// B of several series of A; an empty one gives an empty one.
  std::vector<Series> gather(const std::vector<Series>& amplitudes, const Series& phasors) const;

 private:
  /// Half the length of a window and half its diagonal, with what a path may reach beyond.
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
