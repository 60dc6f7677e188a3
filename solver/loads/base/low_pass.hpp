#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// A low-pass filter of second order for three numbers x:
///   x'' = w^2 (input - x) - 2 z w x', z = sqrt(1/2).
/// Frequencies omega well below the cutoff frequency w [rad/s] pass the filter:
///   |x/input|^2 = 1/(1 + (omega/w)^4).
/// If the input changes at a constant rate, x lags behind it by sqrt(2)/w [s]. The state of the
/// filter consists of nine numbers: x, x' and the input.
/// @source Butterworth (1930)
class LowPass {
 public:
  static constexpr std::size_t kValueCount = 9;

  /// @param cutoff cutoff frequency w [rad/s], > 0
  explicit LowPass(double cutoff) : cutoff_(cutoff) {}

  /// Returns the steady state of the filter for a constant input.
  static std::vector<double> settled(const Vector3& input);

  /// Returns x, the output of the filter, of a state.
  static Vector3 value(const std::vector<double>& state);
  static Vector3 rate(const std::vector<double>& state);
  static Vector3 input(const std::vector<double>& state);

  /// Returns the output x at a time `duration` [s] after a state, by a Taylor series of second
  /// order.
  Vector3 at(const std::vector<double>& state, double duration) const;

  /// Returns the rate x' at a time `duration` [s] after a state, linear in time.
  Vector3 rate_at(const std::vector<double>& state, double duration) const;

  /// Advances a state by a time `duration` [s] with the trapezoidal rule, which is stable for any
  /// duration. The input changes linearly to `input`.
  void advance(const Vector3& input, double duration, std::vector<double>& state) const;

 private:
  Vector3 acceleration(const std::vector<double>& state) const;

  double cutoff_;
};

}  // namespace raftup::solver
