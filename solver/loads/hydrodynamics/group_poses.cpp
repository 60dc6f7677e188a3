#include "solver/loads/hydrodynamics/group_poses.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/numerics/elementary.hpp"
#include "solver/model/bodies/kinematics.hpp"

namespace raftup::solver {

namespace {

/// Returns the change of a body's pose at its present velocity. Turns of more than a quarter turn
/// and NaN are ignored, since the steps are then too long for the motion.
hydro::HorizontalPose change_of_pose(const BodyKinematics& body, double duration) {
  const double turn = duration * heading_rate(body.rotation, body.velocity.tail<3>());
  return {duration * body.velocity.x(), duration * body.velocity.y(),
          std::abs(turn) < 0.25 * kTwoPi ? turn : 0.0};
}

/// Converts x, y and heading.
hydro::HorizontalPose horizontal(const Vector3& pose) { return {pose[0], pose[1], pose[2]}; }

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

GroupPoses::GroupPoses(const Model& model, const HydrodynamicGroup& group,
                       std::span<const std::size_t> places)
    : at_rest_(!group.excitation.at_body_position) {
  if (group.has_slow_poses()) slow_.emplace(group.excitation_cutoff);
  for (const std::size_t i : members_in_database_order(group)) {
    const GroupBody& member = group.bodies[i];
    const std::size_t body = find_body(model, member.body);
    const bool turns = member.carrier_of.empty();
    const std::size_t located = turns ? body : find_body(model, member.carrier_of);
    const Vector3& center_of_mass = model.bodies[body].center_of_mass;
    const RestPose rest(rest_pose(group, i, center_of_mass), center_of_mass);
    members_.push_back({body, located, places[located], !excitation_is_replaced(model, member.body),
                        turns ? rest.heading() : Heading(), turns});
  }
  poses_.resize(members_.size());
  motion_.poses.resize(members_.size());
  motion_.changes.resize(members_.size());
}

const hydro::UniformMotion& GroupPoses::motion(const StepTimes& times, const State& state,
                                               const Kinematics& bodies) {
  motion_.middle = times.middle;
  motion_.half_duration = 0.5 * (times.end - times.start);
  for (std::size_t i = 0; i < members_.size(); ++i) {
    hydro::HorizontalPose start, change;
    if (slow_) {
      const std::vector<double>& filter = state.slow_poses[members_[i].place].filter;
      start = horizontal(LowPass::value(filter));
      change = horizontal(motion_.half_duration * LowPass::rate(filter));
    } else {
      const BodyKinematics& body = bodies[members_[i].located];
      start = {body.position.x(), body.position.y(), body.heading.angle()};
      change = change_of_pose(body, motion_.half_duration);
    }
    motion_.changes[i] = change;
    motion_.poses[i] = {start.x + change.x, start.y + change.y, start.heading + change.heading};
  }
  return motion_;
}

const std::vector<hydro::HorizontalPose>& GroupPoses::poses(const StageConditions& conditions,
                                                            const Kinematics& bodies) {
  const double since_start = conditions.at.time - conditions.at.step_start;
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (slow_) {
      const SlowPose& slow = conditions.state.slow_poses[members_[i].place];
      poses_[i] = horizontal(slow_->at(slow.filter, since_start));
    } else {
      const BodyKinematics& body = bodies[members_[i].located];
      poses_[i] = {body.position.x(), body.position.y(), body.heading.angle()};
    }
  }
  return poses_;
}

Heading GroupPoses::heading(std::size_t member, const Kinematics& bodies) const {
  if (at_rest_ || !members_[member].turns) return members_[member].rest_heading;
  if (!slow_) return bodies[members_[member].body].heading;
  const SineCosine of = sincos(poses_[member].heading);
  return {of.cosine, of.sine};
}

void GroupPoses::add_force(const Kinematics& bodies, const VectorXd& force, ForceMember part,
                           Forces& forces) const {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (!members_[i].excited) continue;
    add(members_[i], heading(i, bodies).to_world(force.segment<6>(first_dof(i))), part, forces);
  }
}

void GroupPoses::add_force_at_rest(const VectorXd& force, ForceMember part, Forces& forces) const {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    const Member& member = members_[i];
    if (!member.excited) continue;
    add(member, member.rest_heading.to_world(force.segment<6>(first_dof(i))), part, forces);
  }
}

void GroupPoses::add(const Member& member, const Vector6& force, ForceMember part, Forces& forces) {
  (forces.*part)[member.body] += force;
  forces.total[member.body] += force;
}

}  // namespace raftup::solver
