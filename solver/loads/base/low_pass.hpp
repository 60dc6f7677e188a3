#pragma once

#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::solver {

/// A filter of second order of three numbers, x'' = w^2 (input - x) - 2 z w x' with z = sqrt(1/2):
/// what is slower than w passes,
/// |x/input|^2 = 1/(1 + (omega/w)^4), behind an input of constant rate by sqrt(2)/w [s]. Its state
/// is nine numbers: x, x' and the input. @source Butterworth (1930)
class LowPass {
 public:
  static constexpr std::size_t kValueCount = 9;

  /// @param cutoff w [rad/s], > 0
  explicit LowPass(double cutoff) : cutoff_(cutoff) {}

  /// The state that has always had this input.
  static std::vector<double> settled(const Vector3& input);

  /// What a state holds: x, x' and the input.
  static Vector3 value(const std::vector<double>& state);
  static Vector3 rate(const std::vector<double>& state);
  static Vector3 input(const std::vector<double>& state);

  /// x, `duration` [s] after a state: by its first derivatives, to second order.
  Vector3 at(const std::vector<double>& state, double duration) const;

  /// Moves a state on by the trapezoidal rule, stable for any duration.
  void advance(const Vector3& input, double duration, std::vector<double>& state) const;

 private:
  double cutoff_;
};

}  // namespace raftup::solver
