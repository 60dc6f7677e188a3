#include "solver/loads/excitation_force.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "solver/bodies/kinematics.hpp"

namespace raftup::solver {

namespace {

std::vector<hydro::HorizontalPose> rest_poses(const HydrodynamicGroup& group) {
  std::vector<hydro::HorizontalPose> rest;
  for (const std::size_t i : members_in_database_order(group)) {
    const Pose pose = rest_pose(group, i, Vector3::Zero());
    rest.push_back({pose.position.x(), pose.position.y(), group.heading});
  }
  return rest;
}

/// How far a body comes with its velocity. A turn that is no number or larger than a quarter turn
/// is left out: such a motion is not resolved by its steps.
hydro::HorizontalPose change_of_pose(const BodyKinematics& body, double duration) {
  const double turn = duration * heading_rate(body.rotation, body.velocity.tail<3>());
  return {duration * body.velocity.x(), duration * body.velocity.y(),
          std::abs(turn) < 0.25 * kTwoPi ? turn : 0.0};
}

}  // namespace

bool excitation_is_replaced(const Model& model, const std::string& body) {
  return std::any_of(model.inputs.begin(), model.inputs.end(), [&](const Input& input) {
    const auto* force = std::get_if<ExternalForce>(&input.kind);
    const auto* field = std::get_if<WaveField>(&input.kind);
    return (force != nullptr && force->replaces_excitation && force->body == body) ||
           (field != nullptr && field->replaces_excitation && field->body == body);
  });
}

ExcitationForce::ExcitationForce(const Model& model, const HydrodynamicGroup& group)
    : at_body_position_(group.excitation.at_body_position),
      excitation_(model, group, rest_poses(group)) {
  for (const std::size_t i : members_in_database_order(group)) {
    const std::string& name = group.bodies[i].body;
    const std::size_t body = find_body(model, name);
    const Vector3& center_of_mass = model.bodies[body].center_of_mass;
    const RestPose rest(rest_pose(group, i, center_of_mass), center_of_mass);
    members_.push_back({body, !excitation_is_replaced(model, name), rest.heading()});
  }
  for (std::size_t input = 0; group.excitation_enabled && input < model.inputs.size(); ++input) {
    const auto* elevation = std::get_if<WaveElevationInput>(&model.inputs[input].kind);
    if (elevation == nullptr) continue;
    const double step = 1e-9 * static_cast<double>(model.step_ns);
    elevations_.push_back(
        {input, {*group.database, elevation->direction, rest_poses(group), step}});
  }
  poses_.resize(members_.size());
  motion_.poses.resize(members_.size());
  motion_.changes.resize(members_.size());
  force_.setZero(first_dof(members_.size()));
}

void ExcitationForce::prepare(const StepTimes& times, const State& state,
                              const Kinematics& bodies) {
  if (excitation_.empty()) return;
  motion_.middle = times.middle;
  motion_.half_duration = 0.5 * (times.end - times.start);
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const BodyKinematics& body = bodies[members_[i].body];
    const hydro::HorizontalPose change = change_of_pose(body, motion_.half_duration);
    motion_.changes[i] = change;
    motion_.poses[i] = {body.position.x() + change.x, body.position.y() + change.y,
                        body.heading.angle() + change.heading};
  }
  excitation_.linearise(motion_, times, state.inputs);
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
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const Member& member = members_[i];
    if (!member.excited) continue;
    const Vector6 force = heading(member).to_world(force_.segment<6>(first_dof(i)));
    forces.excitation[member.body] += force;
    forces.total[member.body] += force;
  }
}

void ExcitationForce::add_waves(hydro::Stage stage, const Kinematics& bodies, Forces& forces) {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const BodyKinematics& body = bodies[members_[i].body];
    poses_[i] = {body.position.x(), body.position.y(), body.heading.angle()};
  }
  excitation_.check(poses_);
  excitation_.evaluate(stage, poses_, force_);
  add_force(
      [&](const Member& member) -> const Heading& {
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
  add_force([](const Member& member) -> const Heading& { return member.rest_heading; }, forces);
}

}  // namespace raftup::solver
