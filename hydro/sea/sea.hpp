#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"
#include "hydro/sea/wave_phases.hpp"

namespace raftup::hydro {

/// eta = amplitude cos(omega t - k (x cos direction + y sin direction) + phase)
struct WaveComponent {
  double omega = 0.0;      ///< rad/s, > 0
  double amplitude = 0.0;  ///< m, >= 0
  double phase = 0.0;      ///< rad
  double direction = 0.0;  ///< rad: where the wave goes, 0 along +x, counter-clockwise from above
};

/// A long- or short-crested sea: the sum of its components, faded in by a raised cosine.
/// Invariant: every component is finite and has its wavenumber from the dispersion relation.
class Sea {
 public:
  /// @param water_depth   m, > 0 or infinity
  /// @param gravity       m/s2, > 0
  /// @param ramp_duration s, >= 0
  /// @throws Error(kInvalidArgument) naming the component and the rule
  Sea(std::vector<WaveComponent> components, double water_depth, double gravity,
      double ramp_duration);

  const std::vector<WaveComponent>& components() const { return components_; }
  const VectorXd& wavenumbers() const { return wavenumbers_; }  ///< rad/m, one per component
  const WavePhases& phases() const { return phases_; }          ///< for sums over all components
  double water_depth() const { return water_depth_; }
  double gravity() const { return gravity_; }
  double ramp_duration() const { return ramp_duration_; }

  /// (1 - cos(pi t / ramp_duration)) / 2 until the ramp ends, then 1; 0 before t = 0.
  double ramp(double time) const;

  /// Surface elevation [m] at a point of the still water plane, ramp included: the same bits on
  /// every machine.
  double elevation(double time, const Vector2& position) const;

 private:
  std::vector<WaveComponent> components_;
  VectorXd wavenumbers_;
  WavePhases phases_;
  std::vector<LaneArray> amplitudes_;  ///< in the blocks of the phases
  double water_depth_;
  double gravity_;
  double ramp_duration_;
};

}  // namespace raftup::hydro
