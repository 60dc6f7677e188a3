#include "solver/loads/hydrodynamics/excitation_force.hpp"

#include "solver/bodies/kinematics.hpp"

namespace raftup::solver {

ExcitationForce::ExcitationForce(const Model& model, const HydrodynamicGroup& group)
    : at_body_position_(group.excitation.at_body_position),
      group_(model, group),
      excitation_(model, group, GroupPoses::at_rest(group)) {
  for (std::size_t input = 0; group.excitation_enabled && input < model.inputs.size(); ++input) {
    const auto* elevation = std::get_if<WaveElevationInput>(&model.inputs[input].kind);
    if (elevation == nullptr) continue;
    const double step = 1e-9 * static_cast<double>(model.step_ns);
    elevations_.push_back(
        {input, {*group.database, elevation->direction, GroupPoses::at_rest(group), step}});
  }
  force_.setZero(first_dof(group_.members().size()));
}

void ExcitationForce::prepare(const StepTimes& times, const State& state,
                              const Kinematics& bodies) {
  if (excitation_.empty()) return;
  excitation_.linearise(group_.motion(times, bodies), times, state.inputs);
}

double ExcitationForce::look_ahead(std::size_t input) const {
  for (const StreamedElevation& elevation : elevations_) {
    if (elevation.input == input) return elevation.excitation.look_ahead();
  }
  return 0.0;
}

void ExcitationForce::add(const StageConditions& conditions, const Kinematics& bodies,
                          Forces& forces) {
  if (!excitation_.empty()) add_waves(conditions.at.stage, bodies, forces);
  for (const StreamedElevation& elevation : elevations_) {
    add_elevation(elevation, conditions, forces);
  }
}

template <typename HeadingOf>
void ExcitationForce::add_force(const HeadingOf& heading, Forces& forces) const {
  for (std::size_t i = 0; i < group_.members().size(); ++i) {
    const GroupPoses::Member& member = group_.members()[i];
    if (!member.excited) continue;
    const Vector6 force = heading(member).to_world(force_.segment<6>(first_dof(i)));
    forces.excitation[member.body] += force;
    forces.total[member.body] += force;
  }
}

void ExcitationForce::add_waves(hydro::Stage stage, const Kinematics& bodies, Forces& forces) {
  const std::vector<hydro::HorizontalPose>& poses = group_.poses(bodies);
  excitation_.check(poses);
  excitation_.evaluate(stage, poses, force_);
  add_force(
      [&](const GroupPoses::Member& member) -> const Heading& {
        return at_body_position_ ? bodies[member.body].heading : member.rest_heading;
      },
      forces);
}

void ExcitationForce::add_elevation(const StreamedElevation& elevation,
                                    const StageConditions& conditions, Forces& forces) {
  const InputSeries& series = conditions.state.inputs[elevation.input];
  const auto eta = [&series](double at) {
    double value = 0.0;
    series.evaluate(at, {&value, 1});
    return value;
  };
  elevation.excitation.evaluate(conditions.at.time, eta, force_);
  add_force([](const GroupPoses::Member& member) -> const Heading& { return member.rest_heading; },
            forces);
}

}  // namespace raftup::solver
