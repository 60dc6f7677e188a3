#pragma once

#include <vector>

#include "hydro/excitation/wave_windows.hpp"
#include "hydro/second_order/paired_components.hpp"

namespace raftup::hydro {

/// Returns zero forces [N, N m] and gradients, as the initial value of a sum.
inline PathForces no_forces() {
  const Vector6 zero = Vector6::Zero();
  const ForceGradient none{zero, zero, zero, zero};
  return {none, none, none};
}

/// The waves over which a sum runs: the components of a sea or, within a window, the nodes that
/// replace them.
struct PairedWaves {
  const PairedComponents& components;
  const std::vector<InstantPhasors>& phasors;
  const WaveWindows* windows = nullptr;
  /// Null if the sum runs over the components of the sea.
  const WaveWindows::Window* window = nullptr;
};

/// One part of the second-order wave force on a body, computed as a sum over waves.
class SecondOrderSum {
 public:
  SecondOrderSum() = default;
  SecondOrderSum(const SecondOrderSum&) = delete;
  SecondOrderSum& operator=(const SecondOrderSum&) = delete;
  virtual ~SecondOrderSum() = default;

  /// Adds the force and its gradient at the start, the middle and the end of a path to `forces`, in
  /// the heading frame [N, N m], without the ramp of the sea. per_u is the derivative with respect
  /// to the heading [1/rad]. The gradient at the start is not computed.
  /// @param waves  waves of a window only if uses_windows() is true
  /// @param turned heading of the body minus the heading of rest at the three instants [rad]
  virtual void add(const PairedWaves& waves, const std::array<double, 3>& turned,
                   PathForces& forces) = 0;

  /// Returns true if the sum can run over the nodes of a window.
  virtual bool uses_windows() const { return false; }
};

}  // namespace raftup::hydro
