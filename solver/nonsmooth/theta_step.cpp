#include "solver/nonsmooth/theta_step.hpp"

#include <fmt/format.h>

#include "hydro/base/error.hpp"

namespace raftup::solver::nonsmooth {

ThetaStep::ThetaStep(const DynamicalSystem& system, const SystemState& state, double start_time,
                     const StepGrid& grid)
    : grid_(grid), second_order_(order_of(system) == SystemOrder::kSecond) {
  const double middle = start_time + grid.theta * grid.step;
  std::visit([&](const auto& of) { prepare(of, state, middle); }, system);
}

void ThetaStep::prepare(const FirstOrderSystem& system, const SystemState& state, double middle) {
  const double h = grid_.step;
  const VectorXd& x = state.coordinates;
  MatrixXd W = MatrixXd::Identity(x.size(), x.size());
  if (system.jacobian) W -= (h * grid_.theta) * system.jacobian(middle, x);
  factorize(system.name, W);
  input_scale_ = h;
  free_ = x + W_.solve(h * system.rate(middle, x));
  forecast_ = free_;
}

void ThetaStep::prepare(const SecondOrderSystem& system, const SystemState& state, double middle) {
  const double h = grid_.step;
  const double theta = grid_.theta;
  const VectorXd& v = state.velocity;
  forecast_ = state.coordinates + h * v;
  prescribed_ = system.prescribed;
  if (prescribed_) {
    free_ = v;
    return;
  }
  const VectorXd q = state.coordinates + (theta * h) * v;
  MatrixXd W = system.mass(q);
  if (system.damping) W += (h * theta) * system.damping(middle, q, v);
  if (system.stiffness) W += (h * h * theta * theta) * system.stiffness(middle, q, v);
  factorize(system.name, W);
  free_ = v + W_.solve(h * system.force(middle, q, v));
}

void ThetaStep::factorize(const std::string& name, const MatrixXd& W) {
  W_.compute(W);
  const double smallest = W_.matrixLU().diagonal().cwiseAbs().minCoeff();
  if (!(smallest > 0.0)) {
    throw SolverFailure(fmt::format(
        "system '{}': step matrix must be regular, got a smallest pivot of {}", name, smallest));
  }
}

MatrixXd ThetaStep::response(const MatrixXd& input) const {
  if (prescribed_) return MatrixXd::Zero(input.rows(), input.cols());
  return W_.solve(input_scale_ * input);
}

SystemState ThetaStep::finish(const SystemState& state, const VectorXd& input) const {
  const VectorXd end = free_ + response(input);
  if (!second_order_) return {end, VectorXd(), input};
  const VectorXd mean = grid_.theta * end + (1.0 - grid_.theta) * state.velocity;
  return {state.coordinates + grid_.step * mean, end, input};
}

}  // namespace raftup::solver::nonsmooth
