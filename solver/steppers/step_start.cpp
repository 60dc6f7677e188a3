#include "solver/steppers/step_start.hpp"

#include <algorithm>
#include <utility>

namespace raftup::solver {

StepStart::StepStart(MultibodySystem& system, Places places, bool by_impulses)
    : system_(system),
      places_(std::move(places)),
      by_impulses_(by_impulses),
      constraints_(system),
      multipliers_(VectorXd::Zero(system.constraints().row_count())),
      times_(0, 0),
      bodies_(system.body_count()),
      forces_(system.body_count()),
      free_momentum_rates_(system.body_count()),
      momentum_rates_(system.body_count()),
      last_accelerations_(system.body_count()),
      accelerations_(system.body_count()),
      added_mass_forces_(system.body_count()),
      reactions_(system.body_count()),
      total_forces_(system.body_count()) {}

void StepStart::move_to(const State& state, const StepTimes& times) noexcept {
  times_ = times;
  place_bodies(state);
  for (std::size_t i = 0; i < places_.joints.size(); ++i) {
    system_.constraints().configure(i, state.joints[places_.joints[i]]);
  }
  for (std::size_t i = 0; i < places_.bodies.size(); ++i) {
    system_.set_added_force(i, state.bodies[places_.bodies[i]].added_force);
  }
  for (std::size_t i = 0; i < places_.loads.size(); ++i) {
    system_.loads()[i]->configure(state.loads[places_.loads[i]]);
  }
  prepared_ = false;
  inputs_changed();
}

void StepStart::inputs_changed() noexcept {
  if (system_.has_streamed_waves()) prepared_ = false;
  system_.inputs_changed();
  inputs_applied_ = forces_known_ = reactions_known_ = accelerations_known_ = false;
}

void StepStart::place_bodies(const State& state) noexcept {
  for (std::size_t i = 0; i < bodies_.size(); ++i) {
    read_motion(state.bodies[places_.bodies[i]], bodies_[i]);
  }
}

const Kinematics& StepStart::settle() {
  system_.compute_velocities(bodies_);
  constraints_.project(bodies_);
  return bodies_;
}

void StepStart::apply_gains(const State& state) {
  place_bodies(state);
  system_.apply_acceleration_gains(state.inputs, times_.start);
  system_.add_gain_momenta(1.0, bodies_);
}

void StepStart::apply_motions(const State& state) {
  if (!system_.has_acceleration_gains()) place_bodies(state);
  prepared_ = false;
  if (system_.kinematic_motions().apply(state.inputs, times_.start, bodies_)) settle();
}

void StepStart::apply_inputs(const State& state) {
  if (inputs_applied_) return;
  system_.constraints().apply(state.inputs, times_.start);
  if (system_.has_acceleration_gains()) apply_gains(state);
  if (!system_.kinematic_motions().empty()) apply_motions(state);
  inputs_applied_ = true;
}

const Kinematics& StepStart::bodies(const State& state) {
  apply_inputs(state);
  return bodies_;
}

void StepStart::compute_forces(const State& state) {
  if (forces_known_) return;
  apply_inputs(state);
  if (!prepared_) system_.prepare(state.radiation, places_.groups, times_, state.inputs, bodies_);
  prepared_ = true;
  system_.compute_forces({hydro::Stage::kStart, times_.start, times_.start}, state, bodies_,
                         forces_);
  if (!state.accelerations.empty()) {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      last_accelerations_[i] = state.accelerations[places_.bodies[i]];
    }
    system_.add_lumped_remainders(bodies_, last_accelerations_, forces_);
  }
  system_.compute_momentum_rates(bodies_, forces_, free_momentum_rates_);
  forces_known_ = true;
}

void StepStart::compute_reactions(const State& state) {
  if (reactions_known_) return;
  compute_forces(state);
  momentum_rates_ = free_momentum_rates_;
  ConstraintSet& constraints = system_.constraints();
  if (!constraints.empty() && by_impulses_) {
    for (std::size_t joint = 0; joint < constraints.joints().size(); ++joint) {
      const std::vector<double>& last = joint_state(joint, state).multipliers;
      std::copy(last.begin(), last.end(), multipliers_.data() + constraints.first_row(joint));
    }
    constraints.evaluate(bodies_);
    constraints.add_forces(multipliers_, momentum_rates_);
  } else if (!constraints.empty()) {
    system_.factorise(bodies_);
    constraints_.add_forces(bodies_, momentum_rates_);
    multipliers_ = constraints_.multipliers();
  }
  for (std::size_t i = 0; i < reactions_.size(); ++i) {
    reactions_[i] = momentum_rates_[i] - free_momentum_rates_[i];
  }
  reactions_known_ = true;
}

void StepStart::compute_accelerations(const State& state) {
  if (accelerations_known_) return;
  compute_reactions(state);
  system_.factorise(bodies_);
  system_.solve_accelerations(bodies_, momentum_rates_, accelerations_);
  system_.compute_added_mass_forces(bodies_, accelerations_, added_mass_forces_);
  system_.compute_total_forces(bodies_, forces_.total, reactions_, accelerations_, total_forces_);
  accelerations_known_ = true;
}

const Forces& StepStart::forces(const State& state) {
  compute_forces(state);
  return forces_;
}

const BodyVectors& StepStart::free_momentum_rates(const State& state) {
  compute_forces(state);
  return free_momentum_rates_;
}

const BodyVectors& StepStart::momentum_rates(const State& state) {
  compute_reactions(state);
  return momentum_rates_;
}

const VectorXd& StepStart::multipliers(const State& state) {
  compute_reactions(state);
  return multipliers_;
}

std::span<const double> StepStart::joint_multipliers(std::size_t joint, const State& state) {
  const ConstraintSet& constraints = system_.constraints();
  return {multipliers(state).data() + constraints.first_row(joint),
          constraints.initial_states()[joint].multipliers.size()};
}

Vector6 StepStart::joint_wrench(std::size_t joint, std::size_t side, TorqueAbout about,
                                const State& state) {
  return solver::joint_wrench(system_.constraints().joints()[joint], side, bodies_,
                              system_.constraints().state(joint).commands,
                              joint_multipliers(joint, state), ReactionOf::kHeldDofsAndDrives,
                              about);
}

const BodyVectors& StepStart::accelerations(const State& state) {
  compute_accelerations(state);
  return accelerations_;
}

void StepStart::assume_accelerations(const BodyVectors& accelerations) {
  accelerations_ = accelerations;
  accelerations_known_ = true;
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
