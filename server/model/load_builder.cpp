#include "server/model/load_builder.hpp"

#include "server/model/shapes.hpp"

namespace raftup::server {

namespace {

solver::ConstantForce constant_force(const v1::ConstantForce& message, const std::string& path,
                                     Violations& violations) {
  solver::ConstantForce load;
  load.body = message.body();
  load.force = vector3_or_zero(message.force(), path + ".force", violations);
  load.torque = vector3_or_zero(message.torque(), path + ".torque", violations);
  load.at_center_of_mass = message.point().empty();
  load.point = vector3_or_zero(message.point(), path + ".point", violations);
  load.body_axes = message.body_axes();
  return load;
}

solver::PointSpring point_spring(const v1::PointSpring& message, const std::string& path,
                                 Violations& violations) {
  solver::PointSpring load;
  load.body1 = message.body1();
  load.point1 = vector3_or_zero(message.point1(), path + ".point1", violations);
  load.body2 = message.body2();
  load.point2 = vector3_or_zero(message.point2(), path + ".point2", violations);
  load.stiffness = message.stiffness();
  load.damping = message.damping();
  if (message.has_rest_length()) load.rest_length = message.rest_length();
  load.tension_only = message.tension_only();
  return load;
}

solver::LinearMooring linear_mooring(const v1::LinearMooring& message, const std::string& path,
                                     Violations& violations) {
  solver::LinearMooring load;
  load.body = message.body();
  load.stiffness = matrix6(message.stiffness(), true, path + ".stiffness", violations);
  load.damping = matrix6(message.damping(), true, path + ".damping", violations);
  load.preload =
      vector6(message.preload(), path + ".preload", violations).value_or(Vector6::Zero());
  const auto position = vector3(message.rest_position(), path + ".rest_position", violations);
  const auto turned =
      attitude(message.rest_attitude_deg(), path + ".rest_attitude_deg", violations);
  if (position || turned) {
    violations.expect(position.has_value(), path + ".rest_position",
                      "must be given together with rest_attitude_deg");
    load.rest_pose =
        solver::Pose{position.value_or(Vector3::Zero()), turned.value_or(Quaternion::Identity())};
  }
  return load;
}

solver::Winch winch(const v1::Winch& message, const std::string& path, Violations& violations) {
  solver::Winch load;
  load.body1 = message.body1();
  load.point1 = vector3_or_zero(message.point1(), path + ".point1", violations);
  load.body2 = message.body2();
  load.point2 = vector3_or_zero(message.point2(), path + ".point2", violations);
  load.stiffness = message.stiffness();
  load.damping = message.damping();
  if (message.has_length()) load.length = message.length();
  violations.expect(message.control_case() != v1::Winch::CONTROL_NOT_SET, path,
                    "must have one of speed, force");
  if (message.has_force()) load.control = solver::WinchControl::kForce;
  load.command = message.has_force() ? message.force() : message.speed();
  if (message.has_force_limit()) load.force_limit = message.force_limit();
  load.min_length = message.min_length();
  if (message.has_max_length()) load.max_length = message.max_length();
  return load;
}

solver::Bushing bushing(const v1::Bushing& message, const std::string& path,
                        Violations& violations) {
  solver::Bushing load;
  load.body1 = message.body1();
  load.body2 = message.body2();
  load.pose.position = vector3_or_zero(message.position(), path + ".position", violations);
  load.pose.attitude = attitude(message.attitude_deg(), path + ".attitude_deg", violations)
                           .value_or(Quaternion::Identity());
  load.stiffness = matrix6(message.stiffness(), true, path + ".stiffness", violations);
  load.damping = matrix6(message.damping(), true, path + ".damping", violations);
  load.preload =
      vector6(message.preload(), path + ".preload", violations).value_or(Vector6::Zero());
  return load;
}

void complete_mooring(const solver::LinearMooring& load, const solver::Model& model,
                      v1::LinearMooring& message) {
  set_matrix(*message.mutable_stiffness(), load.stiffness);
  set_matrix(*message.mutable_damping(), load.damping);
  set_numbers(*message.mutable_preload(), load.preload);
  const solver::Pose rest = load.rest_pose
                                ? *load.rest_pose
                                : solver::rest_pose(model, solver::find_body(model, load.body));
  set_numbers(*message.mutable_rest_position(), rest.position);
  if (message.rest_attitude_deg().empty()) {
    set_numbers(*message.mutable_rest_attitude_deg(), attitude_deg(rest.attitude));
  }
}

/// Where a point of a body, or of the world where `body` is empty, stands at t = 0.
Vector3 point_in_world(const solver::Model& model, const std::string& body, const Vector3& point) {
  if (body.empty()) return point;
  const solver::Pose& pose = model.bodies[solver::find_body(model, body)].pose;
  return pose.position + pose.attitude * point;
}

double distance(const solver::Model& model, const std::string& body1, const Vector3& point1,
                const std::string& body2, const Vector3& point2) {
  return (point_in_world(model, body2, point2) - point_in_world(model, body1, point1)).norm();
}

void complete_spring(const solver::PointSpring& load, const solver::Model& model,
                     v1::PointSpring& message) {
  set_numbers(*message.mutable_point1(), load.point1);
  set_numbers(*message.mutable_point2(), load.point2);
  const double at_start = distance(model, load.body1, load.point1, load.body2, load.point2);
  message.set_rest_length(load.rest_length.value_or(at_start));
}

void complete_winch(const solver::Winch& load, const solver::Model& model, v1::Winch& message) {
  set_numbers(*message.mutable_point1(), load.point1);
  set_numbers(*message.mutable_point2(), load.point2);
  const double at_start = distance(model, load.body1, load.point1, load.body2, load.point2);
  message.set_length(load.length.value_or(at_start));
}

void complete_bushing(const solver::Bushing& load, v1::Bushing& message) {
  set_numbers(*message.mutable_position(), load.pose.position);
  if (message.attitude_deg().empty()) set_numbers(*message.mutable_attitude_deg(), Vector3::Zero());
  set_matrix(*message.mutable_stiffness(), load.stiffness);
  set_matrix(*message.mutable_damping(), load.damping);
  set_numbers(*message.mutable_preload(), load.preload);
}

void complete_constant_force(const solver::ConstantForce& load, const solver::Model& model,
                             v1::ConstantForce& message) {
  set_numbers(*message.mutable_force(), load.force);
  set_numbers(*message.mutable_torque(), load.torque);
  const auto& body = model.bodies[solver::find_body(model, load.body)];
  set_numbers(*message.mutable_point(), load.at_center_of_mass ? body.center_of_mass : load.point);
}

}  // namespace

solver::Load build_load(const v1::Load& load, const std::string& path, Violations& violations) {
  solver::Load built;
  built.name = load.name();
  switch (load.kind_case()) {
    case v1::Load::kConstantForce:
      built.kind = constant_force(load.constant_force(), path + ".constant_force", violations);
      break;
    case v1::Load::kPointSpring:
      built.kind = point_spring(load.point_spring(), path + ".point_spring", violations);
      break;
    case v1::Load::kLinearMooring:
      built.kind = linear_mooring(load.linear_mooring(), path + ".linear_mooring", violations);
      break;
    case v1::Load::kWinch:
      built.kind = winch(load.winch(), path + ".winch", violations);
      break;
    case v1::Load::kBushing:
      built.kind = bushing(load.bushing(), path + ".bushing", violations);
      break;
    case v1::Load::KIND_NOT_SET:
      violations.add(
          path, "must have one of constant_force, point_spring, linear_mooring, winch, bushing");
      break;
  }
  return built;
}

void complete_load(const solver::Load& load, const solver::Model& model, v1::Load& message) {
  if (const auto* mooring = std::get_if<solver::LinearMooring>(&load.kind)) {
    complete_mooring(*mooring, model, *message.mutable_linear_mooring());
  } else if (const auto* spring = std::get_if<solver::PointSpring>(&load.kind)) {
    complete_spring(*spring, model, *message.mutable_point_spring());
  } else if (const auto* force = std::get_if<solver::ConstantForce>(&load.kind)) {
    complete_constant_force(*force, model, *message.mutable_constant_force());
  } else if (const auto* winch = std::get_if<solver::Winch>(&load.kind)) {
    complete_winch(*winch, model, *message.mutable_winch());
  } else if (const auto* bushing = std::get_if<solver::Bushing>(&load.kind)) {
    complete_bushing(*bushing, *message.mutable_bushing());
  }
}

}  // namespace raftup::server
