#include "solver/model/model.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <variant>

#include "hydro/base/error.hpp"
#include "solver/model/bodies/motion_function.hpp"
#include "solver/model/contacts/material.hpp"

namespace raftup::solver {

namespace {

bool is_hydrodynamic(const Model& model, const std::string& body) {
  return std::any_of(
      model.hydrodynamics.begin(), model.hydrodynamics.end(), [&](const HydrodynamicGroup& group) {
        return std::any_of(group.bodies.begin(), group.bodies.end(),
                           [&](const GroupBody& member) { return member.body == body; });
      });
}

/// The pose and motion at t = 0 of a body with a prescribed motion. None if its description breaks
/// a rule, which the checks report.
std::optional<MovingFrame> start_of_motion(const RigidBody& body,
                                           const std::optional<hydro::Sea>& sea) {
  if (!body.prescribed) return std::nullopt;
  try {
    return motion_of(body, sea)->at(0.0);
  } catch (const Error&) {
    return std::nullopt;
  }
}

}  // namespace

Model::Model() = default;
Model::Model(const Model&) = default;
Model::Model(Model&&) noexcept = default;
Model& Model::operator=(const Model&) = default;
Model& Model::operator=(Model&&) noexcept = default;
Model::~Model() = default;

void complete(Model& model) {
  for (Joint& joint : model.joints) {
    if (!joint.damping_time) joint.damping_time = 2e-9 * static_cast<double>(model.step_ns);
  }
  for (Load& load : model.loads) load.description().complete(model);
  for (Input& input : model.inputs) complete(input);
}

bool has_body(const Model& model, const std::string& name) {
  return std::any_of(model.bodies.begin(), model.bodies.end(),
                     [&](const RigidBody& body) { return body.name == name; });
}

std::size_t find_body(const Model& model, const std::string& name) {
  for (std::size_t i = 0; i < model.bodies.size(); ++i) {
    if (model.bodies[i].name == name) return i;
  }
  throw Error(ErrorCode::kNotFound, fmt::format("body must exist in the model, got '{}'", name));
}

std::size_t find_added_mass_interaction(const Model& model, const std::string& name) {
  for (std::size_t i = 0; i < model.added_mass_interactions.size(); ++i) {
    if (model.added_mass_interactions[i].name == name) return i;
  }
  throw Error(ErrorCode::kNotFound,
              fmt::format("added-mass interaction must exist in the model, got '{}'", name));
}

std::optional<std::size_t> find_joint(const Model& model, const std::string& name) {
  for (std::size_t i = 0; i < model.joints.size(); ++i) {
    if (model.joints[i].name == name) return i;
  }
  return std::nullopt;
}

bool set_uniform_gravity(Model& model, double gravity) {
  if (model.gravity_field != nullptr) return false;
  model.gravity = gravity;
  return true;
}

Vector3 gravity_at(const Model& model, const RigidBody& body, const Vector3& position) {
  if (!body.gravity) return Vector3::Zero();
  if (model.gravity_field != nullptr) return model.gravity_field->acceleration(position);
  return {0.0, 0.0, -model.gravity};
}

Kinematics initial_kinematics(const Model& model) {
  Kinematics bodies(model.bodies.size());
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const RigidBody& body = model.bodies[i];
    const Quaternion attitude = body.pose.attitude.normalized();
    bodies[i].place(body.pose.position + attitude * body.center_of_mass, attitude);
    bodies[i].velocity << body.linear_velocity, body.angular_velocity;
    if (const auto start = start_of_motion(body, model.sea)) {
      follow(*start, body.center_of_mass, bodies[i]);
    }
  }
  return bodies;
}

namespace {

/// The pose at rest of a body whose group has no database: as the group gives it, or else its pose
/// at t = 0.
Pose given_rest(const HydrodynamicGroup& group, const GroupBody& member, const Pose& start) {
  if (!member.rest_position && !member.rest_heading) return start;
  const Eigen::AngleAxisd turn(member.rest_heading.value_or(group.heading), Vector3::UnitZ());
  return {member.rest_position.value_or(start.position), Quaternion(turn)};
}

}  // namespace

Pose rest_pose(const Model& model, std::size_t body) {
  const RigidBody& description = model.bodies[body];
  if (description.rest_pose) return *description.rest_pose;
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    for (std::size_t member = 0; member < group.bodies.size(); ++member) {
      if (group.bodies[member].body != description.name) continue;
      if (!group.has_database()) return given_rest(group, group.bodies[member], description.pose);
      return rest_pose(group, member, description.center_of_mass);
    }
  }
  return description.pose;
}

Pose displacement_reference(const Model& model, std::size_t body) {
  const RigidBody& description = model.bodies[body];
  Pose rest = rest_pose(model, body);
  if (description.rest_pose || is_hydrodynamic(model, description.name)) return rest;
  for (const Load& load : model.loads) {
    const std::optional<Pose> sprung_about = load.description().rest_pose_of(description.name);
    if (sprung_about) return *sprung_about;
  }
  return rest;
}

namespace {

/// Depth below the still water plane at which the current on a body is taken [m].
double depth_of(const Model& model, std::size_t body) {
  const RigidBody& description = model.bodies[body];
  for (const HydrodynamicGroup& group : model.hydrodynamics) {
    if (!group.has_database()) continue;
    for (const GroupBody& member : group.bodies) {
      if (member.body != description.name) continue;
      const auto database_body = static_cast<std::size_t>(member.database_body);
      return -group.database->bodies[database_body].center_of_buoyancy.z();
    }
  }
  const Pose& pose = description.pose;
  return -(pose.position + pose.attitude.normalized() * description.center_of_mass).z();
}

}  // namespace

void fade_waves(Model& model) {
  if (model.course.stages.empty()) return;
  const hydro::Fading fading = fading_of(model.course.stages, model.step_ns, &Stage::waves);
  if (model.sea) model.sea->fade_by(fading);
}

void remove_stages(Model& model) {
  if (model.course.stages.empty()) return;
  model.course.stages.clear();
  if (model.sea) model.sea->fade_by({});
}

BodyVectors current_at_bodies(const Model& model) {
  if (model.current.is_still()) return {};
  BodyVectors currents(model.bodies.size(), Vector6::Zero());
  for (std::size_t body = 0; body < currents.size(); ++body) {
    if (!model.bodies[body].carrier_of.empty()) continue;  // shapes move with their body
    currents[body].head<2>() = model.current.velocity(std::max(depth_of(model, body), 0.0));
  }
  return currents;
}

}  // namespace raftup::solver
