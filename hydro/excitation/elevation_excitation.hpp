#pragma once

#include <functional>

#include "hydro/database/database.hpp"
#include "hydro/excitation/excitation.hpp"

namespace raftup::hydro {

/// Wave excitation from the elevation at the world origin of a long-crested sea, by the non-causal
/// impulse response  F(t) = integral_{-T}^{T} f(tau) eta(t - tau) dtau,
/// f(tau) = (1/pi) integral_0^inf [Re X cos(omega tau) - Im X sin(omega tau)] domega,
/// X with its phase at the world origin for the body's pose of rest: that at the body, interpolated
/// as BodyTransferFunction does, turned by the wave's way from the origin. Beyond the last filed
/// frequency X is faded out by a half cosine over half of it again, so that f does not ring.
/// T is the shortest beyond which f has less than 1e-6 of its energy, for the forces and for the
/// moments of each body, but no longer than the spacing of the filed frequencies resolves.
/// It needs the elevation up to look_ahead() after the time asked for.
/// @source Falnes (1995), On non-causal impulse response functions related to propagating water
/// waves
class ElevationExcitation {
 public:
  /// @param direction   rad, where the waves go
  /// @param rest        poses of rest of the bodies in the world, one per body
  /// @param sample_step spacing of the impulse response's quadrature [s], > 0 and at most 2 pi / 3
  ///                    over the last filed frequency: the trapezoidal rule is then exact for all
  ///                    waves within the data
  /// @throws Error(kInvalidArgument) naming the parameter, also where the direction lies outside
  /// the
  ///         data
  ElevationExcitation(const Database& database, double direction,
                      const std::vector<HorizontalPose>& rest, double sample_step);

  double look_ahead() const { return look_ahead_; }  ///< T [s]

  /// @param elevation eta(t) [m] for any t in [time - T, time + T]
  /// @param force     6N, each body's six in its heading frame of rest [N, N m]
  void evaluate(double time, const std::function<double(double)>& elevation, VectorXd& force) const;

 private:
  double look_ahead_ = 0.0;
  double sample_step_;
  RowMajorMatrix impulse_response_;  ///< 6N x samples from -T to T, quadrature weights folded in
};

}  // namespace raftup::hydro
