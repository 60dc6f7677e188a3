#pragma once

#include "hydro/numerics/types.hpp"
#include "solver/model/loads/dynamic_positioning.hpp"

namespace raftup::solver {

/// The passive observer, which estimates the slow motion of a vessel from its measured position.
/// The measured position and heading y [m, m, rad] are the sum of the slow motion eta and the
/// motion xi_2 in waves:
///   xi'  = [0 I; -w_0^2 I -2 lambda w_0 I] xi + K1 (y - eta - xi_2),
///   eta' = R nu + K2 (y - eta - xi_2),  b' = -b/T_b + K3 (y - eta - xi_2),
///   M nu' = -D nu + R^T b + tau + K4 R^T (y - eta - xi_2).
/// R is the rotation by the measured heading, K1 = [-2 (1 - lambda) w_c/w_0, 2 w_0 (1 - lambda)]
/// and K2 = w_c = 1.22 w_0. The state x of the observer consists of 15 numbers: xi (6), eta and the
/// bias force b (3 each, world frame), and the velocity nu (3, heading axes).
/// @source Fossen and Strand, Passive nonlinear observer design for ships using Lyapunov methods
///         (1999)
class PassiveObserver {
 public:
  static constexpr Eigen::Index kSize = 15;
  using State = Eigen::Matrix<double, kSize, 1>;

  explicit PassiveObserver(const ObserverOptions& options);

  /// Returns the state of a vessel at rest at the measured position.
  static State settled(const Vector3& measured);

  /// Returns x' for the measurement y [m, m, rad, world frame] and the thruster force tau [N, N, N
  /// m, heading axes].
  State rate(const State& x, const Vector3& measured, const Vector3& force) const;

  /// Advances the state x by the Runge-Kutta method of order 4. The measurement y changes linearly
  /// in time, and tau is constant.
  void advance(const Vector3& measured_before, const Vector3& measured, const Vector3& force,
               double duration, State& x) const;

  static Vector3 position(const State& x) { return x.segment<3>(6); }
  static Vector3 velocity(const State& x) { return x.tail<3>(); }

 private:
  ObserverOptions options_;
  double cutoff_;          ///< w_c [rad/s]
  Vector3 velocity_gain_;  ///< gain K4
};

}  // namespace raftup::solver
