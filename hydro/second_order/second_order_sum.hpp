#pragma once

#include <vector>

#include "hydro/excitation/wave_windows.hpp"
#include "hydro/second_order/paired_components.hpp"

namespace raftup::hydro {

/// Forces of zero, as the beginning of a sum.
inline PathForces no_forces() {
  const Vector6 zero = Vector6::Zero();
  const ForceGradient none{zero, zero, zero, zero};
  return {none, none, none};
}

/// The waves over which a sum is taken: the components of a sea or, in a window, the nodes that
/// replace them.
struct PairedWaves {
  const PairedComponents& components;
  const std::vector<InstantPhasors>& phasors;
  const WaveWindows* windows = nullptr;
  const WaveWindows::Window* window = nullptr;  ///< null: the components of the sea
};

/// One part of the second-order wave force on a body.
class SecondOrderSum {
 public:
  SecondOrderSum() = default;
  SecondOrderSum(const SecondOrderSum&) = delete;
  SecondOrderSum& operator=(const SecondOrderSum&) = delete;
  virtual ~SecondOrderSum() = default;

  /// Adds its force and gradient at the start, the middle and the end of a path, in the heading
  /// frame [N, N m], without the ramp; per_u counts radians of heading. No gradient is taken at the
  /// start.
  /// @param waves  in a window only if uses_windows()
  /// @param turned of the body's heading from that of rest at the three instants [rad]
  virtual void add(const PairedWaves& waves, const std::array<double, 3>& turned,
                   PathForces& forces) = 0;

  /// True if it can be summed over the nodes of a window.
  virtual bool uses_windows() const { return false; }
};

}  // namespace raftup::hydro
