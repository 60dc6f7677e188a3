#include "solver/dynamics/steppers/midpoint.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "hydro/base/error.hpp"
#include "solver/contacts/compliant_contacts.hpp"
#include "solver/water/masses/added_mass_assembly.hpp"

namespace raftup::solver {

namespace {

constexpr int kIterations = 30;
/// With lines, whose forces may follow velocities that jump to and fro for 27 iterations before they
/// stay linear, see rods::HeldStep, and each piece between eyes for itself.
constexpr int kIterationsWithLines = 60;
/// Convergence: largest change of a body's velocity in an iteration relative to its velocity, a few
/// units of rounding.
constexpr double kConverged = 1e-14;
/// Iterations with one matrix that a smooth step with lines needs at most; where a light body turns
/// about its line by a large angle in a step, later ones need the matrix of where they are.
constexpr int kWithOneMatrix = 5;

}  // namespace

Midpoint::Midpoint(MultibodySystem& system, const Model& model)
    : system_(system),
      constraints_(system.constraints),
      held_(system.masses, system.constraints),
      step_(1e-9 * static_cast<double>(model.step_ns)),
      refactorizes_(contacts_are_loads(model)),
      has_lines_(loads_act_over_steps(model)),
      implicit_(system.masses.moving_dofs()),
      start_(system.masses.body_count()),
      middle_(system.masses.body_count()),
      end_(system.masses.body_count()),
      forces_(system.masses.body_count()),
      rates_(system.masses.body_count()),
      residual_(system.masses.body_count()),
      wrenches_(system.masses.body_count()),
      velocities_(system.masses.body_count()),
      start_violation_(constraints_.row_count()),
      sigma_(VectorXd::Zero(constraints_.row_count())),
      mu_(constraints_.row_count()),
      constraint_residual_(constraints_.row_count()),
      active_(static_cast<std::size_t>(constraints_.row_count())) {}

void Midpoint::begin(const StepStart& start, const State& state) {
  if (system_.masses.is_lumped()) last_accelerations_ = start.accelerations;
  start_ = middle_ = end_ = start.bodies;
  times_end_ = start.times.end;
  if (!system_.motions.empty()) system_.motions.hold(start.times, middle_);
  const double began = start.times.start;
  system_.axes.impose({{hydro::Stage::kMiddle, start.times.middle, began}, state}, middle_);
  system_.axes.impose({{hydro::Stage::kEnd, start.times.end, began}, state}, end_);
  for (std::size_t i = 0; i < start_.size(); ++i) velocities_[i] = start_[i].velocity;
  mu_.setZero();
  factorized_ = false;
  if (constraints_.empty()) return;
  constraints_.evaluate(start_);
  held_.leave_out_dependent_rows(start_);
  for (Eigen::Index row = 0; row < mu_.size(); ++row) {
    const RowLaw& law = constraints_.law(row);
    start_violation_[row] = constraints_.violation(row);
    active_[static_cast<std::size_t>(row)] =
        constraints_.enabled(row) && !law.bounded() && !held_.left_out(row);
    const double reach = 0.5 * step_ + law.damping_time;
    sigma_[row] = law.compliance / (0.5 * step_ * reach);
  }
}

void Midpoint::place_middle() {
  for (std::size_t i = 0; i < middle_.size(); ++i) {
    const Vector6 u = 0.5 * step_ * middle_[i].velocity;
    middle_[i].place(start_[i].position + u.head<3>(),
                     (exponential(u.tail<3>()) * start_[i].attitude).normalized());
  }
}

void Midpoint::factorize(const StageTime& at, const State& state) {
  system_.loads.compute_jacobian(at, state, middle_, jacobian_);
  masses_.clear();
  system_.masses.add_blocks(middle_, masses_);
  implicit_.factorize(masses_, jacobian_, step_, constraints_.blocks(), sigma_, active_);
  factorized_ = true;
}

/// Computes the residuals: r = p + h f / 2 + G^T mu - W u for bodies, and for rows s = target - G u
/// - sigma mu.
void Midpoint::find_residuals(const StageMasses& water) {
  std::fill(wrenches_.begin(), wrenches_.end(), Vector6::Zero());
  constraints_.add_forces(mu_, wrenches_);
  system_.masses.compute_momenta(middle_);
  for (std::size_t i = 0; i < residual_.size(); ++i) {
    residual_[i] =
        start_[i].momentum + 0.5 * step_ * rates_[i] + wrenches_[i] - middle_[i].momentum;
  }
  water.add_change(1.0, velocities_, residual_);
  constraints_.measure_speeds(middle_, constraint_residual_);
  for (Eigen::Index row = 0; row < mu_.size(); ++row) {
    const RowLaw& law = constraints_.law(row);
    const double target = law.compliance > 0.0
                              ? -start_violation_[row] / (0.5 * step_ + law.damping_time)
                              : law.target_speed;
    constraint_residual_[row] = target - constraint_residual_[row] - sigma_[row] * mu_[row];
  }
}

bool Midpoint::must_factorize(int iteration) const {
  if (!factorized_ || refactorizes_) return true;
  return has_lines_ && (iteration >= kWithOneMatrix || system_.loads.jacobian_changed());
}

bool Midpoint::iterate(const StageTime& at, const State& state, int iteration, StageMasses& water) {
  place_middle();
  water.move_to(at, state, middle_);
  system_.loads.compute(at, state, middle_, forces_);
  if (!last_accelerations_.empty()) {
    system_.masses.add_lumped_remainders(middle_, last_accelerations_, forces_.total);
  }
  system_.masses.compute_momentum_rates(middle_, forces_.total, at.time, rates_);
  constraints_.evaluate(middle_);
  find_residuals(water);
  if (must_factorize(iteration)) factorize(at, state);
  implicit_.solve(residual_, constraint_residual_);
  mu_ += constraint_residual_;
  bool converged = true;
  for (std::size_t i = 0; i < middle_.size(); ++i) {
    middle_[i].velocity += residual_[i];
    const double change = residual_[i].cwiseAbs().maxCoeff();
    // Written so that a change that is no number goes on, to be reported.
    converged =
        converged && change <= kConverged * (1.0 + middle_[i].velocity.cwiseAbs().maxCoeff());
  }
  return converged;
}

void Midpoint::finish(StageMasses& water) {
  std::fill(wrenches_.begin(), wrenches_.end(), Vector6::Zero());
  constraints_.add_forces(2.0 * mu_, wrenches_);
  for (std::size_t i = 0; i < end_.size(); ++i) {
    const Vector6 u = step_ * middle_[i].velocity;
    wrenches_[i] += step_ * rates_[i];
    end_[i].place(start_[i].position + u.head<3>(),
                  (exponential(u.tail<3>()) * start_[i].attitude).normalized());
  }
  water.add_change(1.0, velocities_, wrenches_);
  system_.masses.add_momenta(wrenches_, end_);
  if (!system_.motions.empty()) system_.motions.impose(times_end_, end_);
  system_.masses.compute_velocities(end_);
  held_.project(end_);
  if (!water.any()) return;
  std::fill(wrenches_.begin(), wrenches_.end(), Vector6::Zero());
  for (std::size_t i = 0; i < end_.size(); ++i) velocities_[i] = end_[i].velocity;
  water.add_change(-1.0, velocities_, wrenches_);
  system_.masses.add_momenta(wrenches_, end_);
}

void Midpoint::compute(const StepStart& start, const State& state) {
  begin(start, state);
  const StepTimes& times = start.times;
  const StageTime at{hydro::Stage::kMiddle, times.middle, times.start};
  const int most = has_lines_ ? kIterationsWithLines : kIterations;
  int iteration = 0;
  StageMasses water(system_);
  while (!iterate(at, state, iteration, water)) {
    if (++iteration < most) continue;
    throw SolverFailure(fmt::format(
        "midpoint must converge in {} iterations, a smaller step does unless joints conflict",
        most));
  }
  finish(water);
}

}  // namespace raftup::solver
