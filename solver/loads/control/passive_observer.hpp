#pragma once

#include "hydro/numerics/types.hpp"
#include "solver/model/loads/dynamic_positioning.hpp"

namespace raftup::solver {

/// The passive observer: the measured position and heading y [m, m, rad] is the sum of the slow
/// motion eta and of the motion xi_2 in waves,
///   xi'  = [0 I; -w_0^2 I -2 lambda w_0 I] xi + K1 (y - eta - xi_2),
///   eta' = R nu + K2 (y - eta - xi_2),  b' = -b/T_b + K3 (y - eta - xi_2),
///   M nu' = -D nu + R^T b + tau + K4 R^T (y - eta - xi_2),
/// R by the measured heading, K1 = [-2 (1 - lambda) w_c/w_0, 2 w_0 (1 - lambda)], K2 = w_c = 1.22
/// w_0. Its state x is 15 numbers: xi (6), eta, b (3 each, world), nu (3, heading axes).
/// @source Fossen and Strand, Passive nonlinear observer design for ships using Lyapunov methods
///         (1999)
class PassiveObserver {
 public:
  static constexpr Eigen::Index kSize = 15;
  using State = Eigen::Matrix<double, kSize, 1>;

  explicit PassiveObserver(const ObserverOptions& options);

  /// The state at rest at the measured position.
  static State settled(const Vector3& measured);

  /// x' for the measured y [m, m, rad, world] and the force tau [N, N, N m, heading axes].
  State rate(const State& x, const Vector3& measured, const Vector3& force) const;

  /// Advances x by the Runge-Kutta method of order 4; y changes linearly in time and tau is
  /// constant.
  void advance(const Vector3& measured_before, const Vector3& measured, const Vector3& force,
               double duration, State& x) const;

  static Vector3 position(const State& x) { return x.segment<3>(6); }
  static Vector3 velocity(const State& x) { return x.tail<3>(); }

 private:
  ObserverOptions options_;
  double cutoff_;          ///< w_c
  Vector3 velocity_gain_;  ///< K4
};

}  // namespace raftup::solver
