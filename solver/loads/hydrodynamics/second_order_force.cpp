#include "solver/loads/hydrodynamics/second_order_force.hpp"

#include <fmt/format.h>

#include <utility>

#include "hydro/base/error.hpp"
#include "hydro/second_order/data_checks.hpp"
#include "solver/model/bodies/kinematics.hpp"

namespace raftup::solver {

SecondOrderForce::SecondOrderForce(const Model& model, const HydrodynamicGroup& group,
                                   const GroupMotion& motion, const GroupPoses& poses)
    : database_(group.database),
      at_(group.excitation),
      options_(group.second_order),
      rest_(GroupPoses::at_rest(group)),
      motion_(motion),
      group_(poses) {
  velocities_.resize(rest_.size());
  if (model.sea && !model.sea->components().empty()) {
    make_excitation(*model.sea);
    return;
  }
  at_.in_windows = false;  // waves of streams may last for one step only
  for (StreamedWaves& waves : StreamedWaves::all_of(model)) waves_ = std::move(waves);
  if (waves_ && waves_->has_factors()) make_excitation(waves_->sea());
  for (std::size_t input = 0; input < model.inputs.size(); ++input) {
    const auto* elevation = std::get_if<WaveElevationInput>(&model.inputs[input].kind);
    if (elevation == nullptr) continue;
    const double step = 1e-9 * static_cast<double>(model.step_ns);
    hydro::ElevationDrift drift(*database_, elevation->direction, rest_, step);
    const std::size_t count = drift.sample_count();
    elevation_.emplace(StreamedElevation{input, std::move(drift), {model.step_ns, count}});
  }
}

double SecondOrderForce::look_ahead(std::size_t input) const {
  return elevation_ && elevation_->input == input ? elevation_->drift.look_ahead() : 0.0;
}

void SecondOrderForce::make_excitation(const hydro::Sea& sea) {
  excitation_.emplace(*database_, sea, rest_, at_, options_);
}

/// Makes the forces of waves that have arrived, and those that an interrupted step has not made.
void SecondOrderForce::follow(const std::vector<InputSeries>& inputs, double step_start) {
  if (!waves_) return;
  if (waves_->follow(inputs[waves_->input()], step_start)) excitation_.reset();
  if (excitation_ || waves_->sea().components().empty()) return;
  hydro::require_second_order_range(waves_->sea(), *database_, options_);
  make_excitation(waves_->sea());
}

std::optional<hydro::FactorsAtTime> SecondOrderForce::factors(
    const std::vector<InputSeries>& inputs) const {
  if (!waves_ || !waves_->has_factors()) return std::nullopt;
  return [this, &inputs](double time, hydro::AmplitudeFactors& at) {
    waves_->amplitude_factors(inputs[waves_->input()], time, at);
  };
}

void SecondOrderForce::prepare(const StepTimes& times, const State& state,
                               const Kinematics& bodies) {
  follow(state.inputs, times.start);
  if (elevation_) elevation_->window.follow(state.inputs[elevation_->input], times.end);
  if (waves_ && state.inputs[waves_->input()].times_ns().empty()) {
    acts_ = false;
    return;
  }
  acts_ = excitation_.has_value();
  if (!acts_) return;
  const hydro::UniformMotion& motion = group_.motion(times, state, bodies);
  if (const auto factors_at = factors(state.inputs)) {
    excitation_->linearize(motion, *factors_at, instants_);
  } else {
    excitation_->linearize(motion, instants_);
  }
}

void SecondOrderForce::add(const StageConditions& conditions, const Kinematics& bodies,
                           Forces& forces) {
  if (acts_) add_waves(conditions, bodies, forces);
  if (elevation_) add_elevation(conditions, forces);
}

void SecondOrderForce::add_waves(const StageConditions& conditions, const Kinematics& bodies,
                                 Forces& forces) {
  const std::vector<hydro::HorizontalPose>& poses = group_.poses(conditions, bodies);
  excitation_->check(poses);
  instants_[static_cast<std::size_t>(conditions.at.stage)].evaluate(poses, force_);
  if (options_.wave_drift_damping) add_drift_damping(conditions, bodies, poses);
  group_.add_force(bodies, force_, &Forces::second_order, forces);
}

void SecondOrderForce::add_elevation(const StageConditions& conditions, Forces& forces) {
  const VectorXd& force =
      elevation_->window.force(conditions.state.inputs[elevation_->input], conditions.at,
                               [this](std::span<const double> elevations, VectorXd& result) {
                                 elevation_->drift.evaluate(elevations, result);
                               });
  group_.add_force_at_rest(force, &Forces::second_order, forces);
}

void SecondOrderForce::add_drift_damping(const StageConditions& conditions,
                                         const Kinematics& bodies,
                                         const std::vector<hydro::HorizontalPose>& poses) {
  for (std::size_t i = 0; i < velocities_.size(); ++i) {
    velocities_[i] = motion_.velocity_through_water(bodies, i, conditions.at.time).head<2>();
  }
  const auto factors_at = factors(conditions.state.inputs);
  excitation_->add_drift_damping(conditions.at.time, poses, velocities_,
                                 factors_at ? &*factors_at : nullptr, force_);
}

}  // namespace raftup::solver
