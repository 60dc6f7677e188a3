#include "solver/loads/hydrodynamics/excitation_force.hpp"

#include <utility>

#include "solver/model/bodies/kinematics.hpp"

namespace raftup::solver {

ExcitationForce::ExcitationForce(const Model& model, const HydrodynamicGroup& group,
                                 const GroupPoses& poses)
    : group_(poses), excitation_(model, group, GroupPoses::at_rest(group)) {
  for (std::size_t input = 0; group.excitation_enabled && input < model.inputs.size(); ++input) {
    const auto* elevation = std::get_if<WaveElevationInput>(&model.inputs[input].kind);
    if (elevation == nullptr) continue;
    const double step = 1e-9 * static_cast<double>(model.step_ns);
    hydro::ElevationExcitation excitation(*group.database, elevation->direction,
                                          GroupPoses::at_rest(group), step);
    const std::size_t count = excitation.sample_count();
    elevations_.push_back({input, std::move(excitation), {model.step_ns, count}});
  }
  force_.setZero(first_dof(group_.members().size()));
}

void ExcitationForce::prepare(const StepTimes& times, const State& state,
                              const Kinematics& bodies) {
  for (StreamedElevation& elevation : elevations_) {
    elevation.window.follow(state.inputs[elevation.input], times.end);
  }
  if (excitation_.empty()) return;
  excitation_.linearize(group_.motion(times, state, bodies), times, state.inputs);
}

double ExcitationForce::look_ahead(std::size_t input) const {
  for (const StreamedElevation& elevation : elevations_) {
    if (elevation.input == input) return elevation.excitation.look_ahead();
  }
  return 0.0;
}

void ExcitationForce::add(const StageConditions& conditions, const Kinematics& bodies,
                          Forces& forces) {
  if (!excitation_.empty()) add_waves(conditions, bodies, forces);
  for (StreamedElevation& elevation : elevations_) {
    add_elevation(elevation, conditions, forces);
  }
}

void ExcitationForce::add_waves(const StageConditions& conditions, const Kinematics& bodies,
                                Forces& forces) {
  const std::vector<hydro::HorizontalPose>& poses = group_.poses(conditions, bodies);
  excitation_.check(poses);
  excitation_.evaluate(conditions.at.stage, poses, force_);
  group_.add_force(bodies, force_, &Forces::excitation, forces);
}

void ExcitationForce::add_elevation(StreamedElevation& elevation, const StageConditions& conditions,
                                    Forces& forces) {
  const VectorXd& force =
      elevation.window.force(conditions.state.inputs[elevation.input], conditions.at,
                             [&elevation](std::span<const double> elevations, VectorXd& result) {
                               elevation.excitation.evaluate(elevations, result);
                             });
  group_.add_force_at_rest(force, &Forces::excitation, forces);
}

}  // namespace raftup::solver
