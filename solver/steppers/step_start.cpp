#include "solver/steppers/step_start.hpp"

#include <utility>

namespace raftup::solver {

StepStart::StepStart(MultibodySystem& system, std::vector<std::size_t> bodies,
                     std::vector<std::size_t> groups)
    : system_(system),
      body_indices_(std::move(bodies)),
      group_indices_(std::move(groups)),
      times_(0, 0),
      bodies_(system.body_count()),
      forces_(system.body_count()),
      momentum_rates_(system.body_count()),
      accelerations_(system.body_count()),
      added_mass_forces_(system.body_count()),
      total_forces_(system.body_count()) {}

void StepStart::move_to(const State& state, const StepTimes& times) noexcept {
  times_ = times;
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    const BodyState& body = state.bodies[body_indices_[i]];
    bodies_[i].place(body.position, body.attitude);
    bodies_[i].momentum = body.momentum;
    bodies_[i].velocity = body.velocity;
  }
  prepared_ = false;
  inputs_changed();
}

void StepStart::compute_forces(const State& state) {
  if (forces_known_) return;
  if (!prepared_) system_.prepare(state.radiation, group_indices_, times_, bodies_);
  prepared_ = true;
  system_.compute_forces({hydro::Stage::kStart, times_.start, times_.start}, state.inputs, bodies_,
                         forces_);
  system_.compute_momentum_rates(bodies_, forces_, momentum_rates_);
  forces_known_ = true;
}

void StepStart::compute_accelerations(const State& state) {
  if (accelerations_known_) return;
  compute_forces(state);
  system_.compute_accelerations(bodies_, momentum_rates_, accelerations_);
  system_.compute_added_mass_forces(bodies_, accelerations_, added_mass_forces_);
  system_.compute_total_forces(bodies_, forces_, added_mass_forces_, total_forces_);
  accelerations_known_ = true;
}

const Forces& StepStart::forces(const State& state) {
  compute_forces(state);
  return forces_;
}

const BodyVectors& StepStart::momentum_rates(const State& state) {
  compute_forces(state);
  return momentum_rates_;
}

const BodyVectors& StepStart::accelerations(const State& state) {
  compute_accelerations(state);
  return accelerations_;
}

const BodyVectors& StepStart::added_mass_forces(const State& state) {
  compute_accelerations(state);
  return added_mass_forces_;
}

const BodyVectors& StepStart::total_forces(const State& state) {
  compute_accelerations(state);
  return total_forces_;
}

}  // namespace raftup::solver
