#include "solver/dynamics/steppers/runge_kutta4.hpp"

#include <algorithm>

#include "solver/dynamics/steppers/stage_masses.hpp"

namespace raftup::solver {

RungeKutta4::RungeKutta4(MultibodySystem& system, double step)
    : system_(system),
      constraints_(system.masses, system.constraints),
      step_(step),
      theta_(system.masses.body_count()),
      stage_(system.masses.body_count()),
      end_(system.masses.body_count()),
      forces_(system.masses.body_count()),
      momentum_rates_(system.masses.body_count()),
      inertia_(system.masses.body_count()) {
  const Rate none{Vector3::Zero(), Vector3::Zero(), Vector6::Zero()};
  if (system.masses.is_lumped()) accelerations_.resize(system.masses.body_count());
  for (auto& rates : rates_) rates.assign(system.masses.body_count(), none);
}

void RungeKutta4::compute(const StepStart& step_start, const State& state) {
  const StepTimes& times = step_start.times;
  const Kinematics& start = step_start.bodies;
  struct LaterStage {
    Weights weights;
    StageTime at;
  };
  const LaterStage later_stages[3] = {
      {{0.5, 0.0, 0.0, 0.0}, {hydro::Stage::kMiddle, times.middle, times.start}},
      {{0.0, 0.5, 0.0, 0.0}, {hydro::Stage::kMiddle, times.middle, times.start}},
      {{0.0, 0.0, 1.0, 0.0}, {hydro::Stage::kEnd, times.end, times.start}}};
  std::fill(theta_.begin(), theta_.end(), Vector3::Zero());
  add_stage(0, start, step_start.momentum_rates);
  if (!accelerations_.empty()) accelerations_ = step_start.accelerations;
  constraints_.leave_out_dependent_rows(start);
  for (std::size_t s = 0; s < 3; ++s) {
    combine(start, later_stages[s].weights, {later_stages[s].at, state}, stage_);
    compute_momentum_rates(later_stages[s].at, state);
    add_stage(s + 1, stage_, momentum_rates_);
  }
  combine(start, {1.0 / 6.0, 1.0 / 3.0, 1.0 / 3.0, 1.0 / 6.0}, {later_stages[2].at, state}, end_);
  constraints_.project(end_);
}

void RungeKutta4::compute_momentum_rates(const StageTime& at, const State& state) {
  Masses& masses = system_.masses;
  system_.loads.compute(at, state, stage_, forces_);
  if (!accelerations_.empty()) {
    masses.add_lumped_remainders(stage_, accelerations_, forces_.total);
  }
  masses.compute_momentum_rates(stage_, forces_.total, at.time, momentum_rates_);
  StageMasses water(system_);
  water.move_to(at, state, stage_);
  if (water.any()) masses.factorize(stage_);
  constraints_.add_forces(stage_, momentum_rates_);
  if (!accelerations_.empty()) masses.solve_accelerations(stage_, momentum_rates_, accelerations_);
  if (!water.any()) return;
  masses.solve_accelerations(stage_, momentum_rates_, inertia_);
  water.add_change(-1.0, inertia_, momentum_rates_);
}

void RungeKutta4::combine(const Kinematics& start, const Weights& weights,
                          const StageConditions& conditions, Kinematics& result) {
  for (std::size_t i = 0; i < start.size(); ++i) {
    Rate sum{Vector3::Zero(), Vector3::Zero(), Vector6::Zero()};
    for (std::size_t s = 0; s < 4; ++s) {
      const double weight = step_ * weights[s];
      if (weight == 0.0) continue;  // the rate may still be that of an earlier step
      sum.position += weight * rates_[s][i].position;
      sum.theta += weight * rates_[s][i].theta;
      sum.momentum += weight * rates_[s][i].momentum;
    }
    theta_[i] = sum.theta;
    result[i].place(start[i].position + sum.position,
                    (exponential(sum.theta) * start[i].attitude).normalized());
    result[i].momentum = start[i].momentum + sum.momentum;
    result[i].velocity = start[i].velocity;  // that of kinematic bodies, which lasts
  }
  if (!system_.motions.empty()) system_.motions.impose(conditions.at.time, result);
  system_.axes.impose(conditions, result);
  system_.masses.compute_velocities(result);
}

void RungeKutta4::add_stage(std::size_t stage, const Kinematics& at,
                            const BodyVectors& momentum_rates) {
  for (std::size_t i = 0; i < at.size(); ++i) {
    rates_[stage][i] = {at[i].velocity.head<3>(),
                        rotation_vector_rate(theta_[i], at[i].velocity.tail<3>()),
                        momentum_rates[i]};
  }
}

}  // namespace raftup::solver
