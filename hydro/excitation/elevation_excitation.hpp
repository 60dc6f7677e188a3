#pragma once

#include <span>

#include "hydro/database/database.hpp"
#include "hydro/excitation/excitation.hpp"

namespace raftup::hydro {

/// Wave excitation of bodies at rest in a long-crested sea, computed from the elevation eta at the
/// world origin by the non-causal impulse response
///   F(t) = integral_{-T}^{T} f(tau) eta(t - tau) dtau,
///   f(tau) = (1/pi) integral_0^inf [Re X cos(omega tau) - Im X sin(omega tau)] domega.
/// X is the transfer function with its phase at the world origin. It is the transfer function at
/// the body in its pose of rest, interpolated as by BodyTransferFunction, with the phase shift of
/// the wave from the origin to the body. From the last frequency of the database to 1.5 times that
/// frequency, X is faded out by a half cosine, so that f does not ring. T is the shortest time
/// beyond which f has less than 1e-6 of its energy, for the forces and for the moments of each
/// body, but not longer than the spacing of the frequencies resolves. The elevation must be known
/// up to look_ahead() after the time of the force.
/// @source Falnes (1995), On non-causal impulse response functions related to propagating water
///          waves
class ElevationExcitation {
 public:
  /// @param direction   direction that the waves travel to [rad]
  /// @param rest        poses of rest of the bodies in the world, one per body
  /// @param sample_step spacing of the quadrature of the impulse response [s], > 0 and at most 2 pi
  ///         / 3 over the last frequency of the database; the trapezoidal rule is then exact for
  ///         all waves within the data
  /// @throws Error(kInvalidArgument) with the parameter that is invalid, also if the direction lies
  ///          outside the data, or if a body is so far from the origin that the response does not
  ///          fit into memory
  ElevationExcitation(const Database& database, double direction,
                      const std::vector<HorizontalPose>& rest, double sample_step);

  /// T [s]: time after that of the force up to which the elevation must be known.
  double look_ahead() const { return look_ahead_; }

  /// Number of samples of the elevation that a force depends on, 2 T / sample_step + 1.
  std::size_t sample_count() const { return static_cast<std::size_t>(impulse_response_.cols()); }

  /// Computes the force at a time t.
  /// @param elevations eta [m] at t + T, t + T - sample_step, ..., t - T: sample_count() numbers
  /// @param force      6N numbers, the six of each body in its heading frame of rest [N, N m]
  void evaluate(std::span<const double> elevations, VectorXd& force) const;

 private:
  double look_ahead_ = 0.0;
  /// 6N x samples from -T to T, multiplied by the quadrature weights.
  RowMajorMatrix impulse_response_;
};

}  // namespace raftup::hydro
