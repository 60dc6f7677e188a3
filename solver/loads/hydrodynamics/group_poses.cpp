#include "solver/loads/hydrodynamics/group_poses.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "solver/bodies/kinematics.hpp"

namespace raftup::solver {

namespace {

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

std::vector<hydro::HorizontalPose> GroupPoses::at_rest(const HydrodynamicGroup& group) {
  std::vector<hydro::HorizontalPose> rest;
  for (const std::size_t i : members_in_database_order(group)) {
    const Pose pose = rest_pose(group, i, Vector3::Zero());
    rest.push_back({pose.position.x(), pose.position.y(), group.heading});
  }
  return rest;
}

GroupPoses::GroupPoses(const Model& model, const HydrodynamicGroup& group) {
  for (const std::size_t i : members_in_database_order(group)) {
    const std::string& name = group.bodies[i].body;
    const std::size_t body = find_body(model, name);
    const Vector3& center_of_mass = model.bodies[body].center_of_mass;
    const RestPose rest(rest_pose(group, i, center_of_mass), center_of_mass);
    members_.push_back({body, !excitation_is_replaced(model, name), rest.heading()});
  }
  poses_.resize(members_.size());
  motion_.poses.resize(members_.size());
  motion_.changes.resize(members_.size());
}

const hydro::UniformMotion& GroupPoses::motion(const StepTimes& times, const Kinematics& bodies) {
  motion_.middle = times.middle;
  motion_.half_duration = 0.5 * (times.end - times.start);
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const BodyKinematics& body = bodies[members_[i].body];
    const hydro::HorizontalPose change = change_of_pose(body, motion_.half_duration);
    motion_.changes[i] = change;
    motion_.poses[i] = {body.position.x() + change.x, body.position.y() + change.y,
                        body.heading.angle() + change.heading};
  }
  return motion_;
}

const std::vector<hydro::HorizontalPose>& GroupPoses::poses(const Kinematics& bodies) {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const BodyKinematics& body = bodies[members_[i].body];
    poses_[i] = {body.position.x(), body.position.y(), body.heading.angle()};
  }
  return poses_;
}

}  // namespace raftup::solver
