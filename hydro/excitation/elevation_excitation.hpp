#pragma once

#include <functional>

#include "hydro/database/database.hpp"
#include "hydro/excitation/excitation.hpp"

namespace raftup::hydro {

/// Wave excitation from the elevation at the world origin of a long-crested sea, by the non-causal
/// impulse response  F(t) = integral_{-T}^{T} f(tau) eta(t - tau) dtau,
/// f(tau) = (1/pi) integral_0^inf [Re X cos(omega tau) - Im X sin(omega tau)] domega,
/// X with its phase at the world origin for the body's pose of rest.
/// It needs the elevation up to look_ahead() after the time asked for.
class ElevationExcitation {
 public:
  /// @param direction  rad, where the waves go
  /// @param rest       poses of rest of the bodies in the world
  /// @param sample_step spacing of the impulse response's quadrature [s]
  ElevationExcitation(const Database& database, double direction,
                      const std::vector<HorizontalPose>& rest, double sample_step);

  double look_ahead() const { return look_ahead_; }  ///< T [s]

  /// @param elevation eta(t) [m] for any t in [time - T, time + T]
  /// @param force     6N, each body's six in its heading frame of rest [N, N m]
  void evaluate(double time, const std::function<double(double)>& elevation, VectorXd& force) const;

 private:
  double look_ahead_;
  double sample_step_;
  RowMajorMatrix impulse_response_;  ///< 6N x samples, quadrature weights folded in
};

}  // namespace raftup::hydro
