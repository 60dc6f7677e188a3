#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// A low-pass filter of second order for three numbers: x'' = w^2 (input - x) - 2 z w x' with z =
/// sqrt(1/2). Frequencies well below w [rad/s] pass,
///   |x/input|^2 = 1/(1 + (omega/w)^4),
/// and x lags behind an input of constant rate by sqrt(2)/w [s]. Its state is nine numbers: x, x'
/// and the input.
/// @source Butterworth (1930)
class LowPass {
 public:
  static constexpr std::size_t kValueCount = 9;

  /// @param cutoff w [rad/s], > 0
  explicit LowPass(double cutoff) : cutoff_(cutoff) {}

  /// The steady state for a constant input.
  static std::vector<double> settled(const Vector3& input);

  /// The value x of a state.
  static Vector3 value(const std::vector<double>& state);
  static Vector3 rate(const std::vector<double>& state);
  static Vector3 input(const std::vector<double>& state);

  /// The value x at a time `duration` [s] after a state, by a Taylor series of second order.
  Vector3 at(const std::vector<double>& state, double duration) const;

  /// Advances a state by a time [s] with the trapezoidal rule, which is stable for any duration.
  void advance(const Vector3& input, double duration, std::vector<double>& state) const;

 private:
  double cutoff_;
};

}  // namespace raftup::solver
