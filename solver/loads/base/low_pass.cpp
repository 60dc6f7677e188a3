#include "solver/loads/base/low_pass.hpp"

#include <numbers>

namespace raftup::solver {

namespace {

constexpr double kDamping = std::numbers::sqrt2 / 2.0;  ///< damping ratio of a Butterworth filter

using Columns = Eigen::Map<Eigen::Matrix3d>;  ///< columns x, x', input
using ConstColumns = Eigen::Map<const Eigen::Matrix3d>;

}  // namespace

std::vector<double> LowPass::settled(const Vector3& input) {
  std::vector<double> state(kValueCount, 0.0);
  Columns(state.data()).col(0) = input;
  Columns(state.data()).col(2) = input;
  return state;
}

Vector3 LowPass::value(const std::vector<double>& state) {
  return ConstColumns(state.data()).col(0);
}
Vector3 LowPass::rate(const std::vector<double>& state) {
  return ConstColumns(state.data()).col(1);
}
Vector3 LowPass::input(const std::vector<double>& state) {
  return ConstColumns(state.data()).col(2);
}

/// x'' of a state.
Vector3 LowPass::acceleration(const std::vector<double>& state) const {
  const ConstColumns now(state.data());
  return cutoff_ * cutoff_ * (now.col(2) - now.col(0)) - 2.0 * kDamping * cutoff_ * now.col(1);
}

Vector3 LowPass::rate_at(const std::vector<double>& state, double duration) const {
  return rate(state) + duration * acceleration(state);
}

Vector3 LowPass::at(const std::vector<double>& state, double duration) const {
  const ConstColumns now(state.data());
  const Vector3 second = acceleration(state);
  return now.col(0) + duration * now.col(1) + 0.5 * duration * duration * second;
}

void LowPass::advance(const Vector3& input, double duration, std::vector<double>& state) const {
  Columns now(state.data());
  const double a = kDamping * cutoff_ * duration;
  const double b = 0.25 * cutoff_ * cutoff_ * duration * duration;
  const Vector3 mean_input = 0.5 * (now.col(2) + input);
  const Vector3 rate = now.col(1);
  const Vector3 next =
      (rate * (1.0 - a - b) + duration * cutoff_ * cutoff_ * (mean_input - now.col(0))) /
      (1.0 + a + b);
  now.col(0) += 0.5 * duration * (rate + next);
  now.col(1) = next;
  now.col(2) = input;
}

}  // namespace raftup::solver
