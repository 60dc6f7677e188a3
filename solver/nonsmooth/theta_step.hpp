#pragma once

#include <Eigen/LU>

#include "solver/nonsmooth/dynamical_system.hpp"
#include "solver/nonsmooth/nonsmooth_system.hpp"

namespace raftup::solver::nonsmooth {

/// A step grid: step number n goes from n h to (n + 1) h.
struct StepGrid {
  double step;  ///< h > 0
  double
      theta;  ///< 0..1: 1/2 conserves energy and is of order 2 where nothing is nonsmooth, 1 damps
};

/// One step of one system by the theta method, linear in the input that interactions give it:
///   u+ = free + response(input),
/// u = v for systems of second order and their impulse p,
///   W (v+ - v) = h f(t_theta, q + theta h v, v) + p,  W = M + h theta C + h^2 theta^2 K,
///   q+ = q + h (theta v+ + (1 - theta) v);
/// u = x for systems of first order and their input r,
///   W (x+ - x) = h f(t_theta, x) + h r,               W = 1 - h theta df/dx.
/// This is the theta method for linear f, and its first Newton iterate else.
/// @source Acary and Brogliato (2008), chapter 10
class ThetaStep {
 public:
  /// @param state  where the step begins
  /// @throws Error(kInternal) where W is singular
  ThetaStep(const DynamicalSystem& system, const SystemState& state, double start_time,
            const StepGrid& grid);

  /// v+ (or x+) without input.
  const VectorXd& free() const { return free_; }
  /// Coordinates near the end of the step, about which relations are linearised: q + h v, or
  /// `free` for systems of first order.
  const VectorXd& forecast() const { return forecast_; }
  /// Change of v+ (or x+) by each column of `input`.
  MatrixXd response(const MatrixXd& input) const;
  /// The state at the end of the step.
  SystemState finish(const SystemState& state, const VectorXd& input) const;

 private:
  void prepare(const FirstOrderSystem& system, const SystemState& state, double middle);
  void prepare(const SecondOrderSystem& system, const SystemState& state, double middle);
  void factorize(const std::string& name, const MatrixXd& W);

  StepGrid grid_;
  bool second_order_ = false;
  bool prescribed_ = false;
  double input_scale_ = 1.0;  ///< 1 for impulses, h for inputs r
  Eigen::PartialPivLU<MatrixXd> W_;
  VectorXd free_, forecast_;
};

}  // namespace raftup::solver::nonsmooth
