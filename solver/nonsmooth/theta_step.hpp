#pragma once

#include <Eigen/LU>

#include "solver/nonsmooth/dynamical_system.hpp"
#include "solver/nonsmooth/nonsmooth_system.hpp"

namespace raftup::solver::nonsmooth {

/// The time grid of the method: step number n is from n h to (n + 1) h.
struct StepGrid {
  double step;  ///< h > 0 [s]
  /// Weight of the end of the step, 0 to 1: 1/2 conserves energy and has order 2 while nothing is
  /// nonsmooth, 1 damps.
  double theta;
};

/// One step of one system by the theta method, linear in the input from interactions:
///   u+ = free + response(input).
/// For systems of second order u = v, with the impulse p as input:
///   W (v+ - v) = h f(t_theta, q + theta h v, v) + p,  W = M + h theta C + h^2 theta^2 K,
///   q+ = q + h (theta v+ + (1 - theta) v).
/// For systems of first order u = x, with the input r:
///   W (x+ - x) = h f(t_theta, x) + h r,               W = 1 - h theta df/dx.
/// This is the theta method if f is linear, and otherwise its first Newton iterate.
/// @source Acary and Brogliato (2008), chapter 10
class ThetaStep {
 public:
  /// @param state  at the start of the step
  /// @param start_time [s]
  /// @throws Error(kInternal) if W is singular
  ThetaStep(const DynamicalSystem& system, const SystemState& state, double start_time,
            const StepGrid& grid);

  /// Velocities v+ at the end of the step without input; for systems of first order the state x+.
  const VectorXd& free() const { return free_; }
  /// Coordinates near the end of the step, at which relations are linearized: q + h v, or free()
  /// for systems of first order.
  const VectorXd& forecast() const { return forecast_; }
  /// Change of the velocities v+ at the end of the step (or of x+) by each column of `input`.
  MatrixXd response(const MatrixXd& input) const;
  /// Computes the state at the end of the step.
  /// @param state at the start of the step
  SystemState finish(const SystemState& state, const VectorXd& input) const;

 private:
  void prepare(const FirstOrderSystem& system, const SystemState& state, double middle);
  void prepare(const SecondOrderSystem& system, const SystemState& state, double middle);
  void factorize(const std::string& name, const MatrixXd& W);

  StepGrid grid_;
  bool second_order_ = false;
  bool prescribed_ = false;
  double input_scale_ = 1.0;  ///< factor of the input: 1 for impulses p, the step h for inputs r
  Eigen::PartialPivLU<MatrixXd> W_;
  VectorXd free_, forecast_;
};

}  // namespace raftup::solver::nonsmooth
