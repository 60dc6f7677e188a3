#include "server/model/body_builder.hpp"

#include <fmt/format.h>

#include <optional>

#include "server/model/shape_builder.hpp"
#include "server/model/shapes.hpp"
#include "solver/bodies/mass_properties.hpp"

namespace raftup::server {

namespace {

/// Where a body stands in its hydrodynamic group.
struct Membership {
  const solver::HydrodynamicGroup& group;
  std::size_t member;

  const hydro::DatabaseBody& database_body() const {
    const auto place = static_cast<std::size_t>(group.bodies[member].database_body);
    return group.database->bodies[place];
  }
};

std::optional<Membership> membership(const solver::Model& model, const std::string& body) {
  for (const auto& group : model.hydrodynamics) {
    if (!group.database) continue;
    for (std::size_t i = 0; i < group.bodies.size(); ++i) {
      const bool exists = group.bodies[i].database_body < group.database->body_count();
      if (group.bodies[i].body == body && exists) return Membership{group, i};
    }
  }
  return std::nullopt;
}

Matrix3 inertia(const v1::Inertia& given) {
  Matrix3 tensor;
  tensor << given.xx(), given.xy(), given.xz(),  //
      given.xy(), given.yy(), given.yz(),        //
      given.xz(), given.yz(), given.zz();
  return tensor;
}

solver::Motion motion_from_proto(v1::Motion motion) {
  switch (motion) {
    case v1::MOTION_STATIC:
      return solver::Motion::kStatic;
    case v1::MOTION_KINEMATIC:
      return solver::Motion::kKinematic;
    default:
      return solver::Motion::kDynamic;
  }
}

/// Where the body has no shapes to say it.
double mass(const v1::Body& body, const std::string& path, const std::optional<Membership>& member,
            const solver::Model& model, Violations& violations) {
  if (body.has_mass() || body.shapes_size() > 0) return body.mass();
  if (member) return model.water_density * member->database_body().displaced_volume;
  violations.expect(motion_from_proto(body.motion()) != solver::Motion::kDynamic, path + ".mass",
                    "must be given for a dynamic body without a hydrodynamic database");
  return 0.0;
}

/// What a message leaves to the shapes of its body.
solver::GeneratedProperties left_to_shapes(const v1::Body& body) {
  const bool none = !body.has_mass() && !body.has_inertia();
  return {!body.has_mass(), !body.has_inertia(), none && body.center_of_mass().empty()};
}

void set_mass_properties(const v1::Body& body, const std::string& path,
                         const std::optional<Membership>& member, const solver::Model& model,
                         solver::RigidBody& built, Violations& violations) {
  built.mass = mass(body, path, member, model, violations);
  built.inertia = inertia(body.inertia());
  built.center_of_mass =
      vector3_or_zero(body.center_of_mass(), path + ".center_of_mass", violations);
  if (body.shapes().empty()) return;
  const std::size_t before = violations.count();
  const std::vector<solver::Shape> shapes = build_shapes(body, path, violations);
  if (violations.count() == before) {
    solver::update_mass_properties(built, shapes, left_to_shapes(body));
  }
}

void set_inertia(const Matrix3& tensor, v1::Inertia& message) {
  message.set_xx(tensor(0, 0));
  message.set_yy(tensor(1, 1));
  message.set_zz(tensor(2, 2));
  message.set_xy(tensor(0, 1));
  message.set_xz(tensor(0, 2));
  message.set_yz(tensor(1, 2));
}

/// The pose at t = 0. Default for a hydrodynamic body: its centre of mass where the database has
/// it, upright at the group's heading.
solver::Pose pose(const v1::Body& body, const std::string& path,
                  const std::optional<Membership>& member, const Vector3& center_of_mass,
                  Violations& violations) {
  solver::Pose rest;
  if (member) rest = solver::rest_pose(member->group, member->member, center_of_mass);
  solver::Pose pose;
  pose.attitude =
      attitude(body.attitude_deg(), path + ".attitude_deg", violations).value_or(rest.attitude);
  const Vector3 center_at_rest = rest.position + rest.attitude * center_of_mass;
  const Vector3 default_position =
      member ? Vector3(center_at_rest - pose.attitude * center_of_mass) : Vector3::Zero();
  pose.position =
      vector3(body.position(), path + ".position", violations).value_or(default_position);
  return pose;
}

v1::Motion motion_to_proto(solver::Motion motion) {
  switch (motion) {
    case solver::Motion::kStatic:
      return v1::MOTION_STATIC;
    case solver::Motion::kKinematic:
      return v1::MOTION_KINEMATIC;
    case solver::Motion::kDynamic:
      break;
  }
  return v1::MOTION_DYNAMIC;
}

void set_free_dofs(const v1::Body& body, const std::string& path, solver::RigidBody& built,
                   Violations& violations) {
  if (body.free().empty()) return;
  const auto dofs = static_cast<int>(built.free.size());
  if (!violations.expect(body.free_size() == dofs, path + ".free",
                         fmt::format("must have {} values", dofs),
                         std::to_string(body.free_size()))) {
    return;
  }
  std::copy(body.free().begin(), body.free().end(), built.free.begin());
}

}  // namespace

solver::RigidBody build_body(const v1::Body& body, const std::string& path,
                             const solver::Model& model, Violations& violations) {
  const auto member = membership(model, body.name());
  solver::RigidBody built;
  built.name = body.name();
  built.motion = motion_from_proto(body.motion());
  set_mass_properties(body, path, member, model, built, violations);
  built.pose = pose(body, path, member, built.center_of_mass, violations);
  built.linear_velocity =
      vector3_or_zero(body.linear_velocity(), path + ".linear_velocity", violations);
  built.angular_velocity =
      vector3_or_zero(body.angular_velocity(), path + ".angular_velocity", violations);
  built.linear_velocity_damping = vector3_or_zero(body.linear_velocity_damping(),
                                                  path + ".linear_velocity_damping", violations);
  built.angular_velocity_damping = vector3_or_zero(body.angular_velocity_damping(),
                                                   path + ".angular_velocity_damping", violations);
  built.mass_coefficients =
      vector3_or_zero(body.mass_coefficients(), path + ".mass_coefficients", violations);
  built.inertia_coefficients =
      vector3_or_zero(body.inertia_coefficients(), path + ".inertia_coefficients", violations);
  built.gravity = !body.has_gravity() || body.gravity();
  set_free_dofs(body, path, built, violations);
  return built;
}

void complete_body(const solver::RigidBody& body, v1::Body& message) {
  message.set_motion(motion_to_proto(body.motion));
  message.set_mass(body.mass);
  if (message.shapes_size() > 0) set_inertia(body.inertia, *message.mutable_inertia());
  complete_shapes(message);
  set_numbers(*message.mutable_center_of_mass(), body.center_of_mass);
  set_numbers(*message.mutable_position(), body.pose.position);
  if (message.attitude_deg().empty()) {
    set_numbers(*message.mutable_attitude_deg(), attitude_deg(body.pose.attitude));
  }
  set_numbers(*message.mutable_linear_velocity(), body.linear_velocity);
  set_numbers(*message.mutable_angular_velocity(), body.angular_velocity);
  set_numbers(*message.mutable_linear_velocity_damping(), body.linear_velocity_damping);
  set_numbers(*message.mutable_angular_velocity_damping(), body.angular_velocity_damping);
  set_numbers(*message.mutable_mass_coefficients(), body.mass_coefficients);
  set_numbers(*message.mutable_inertia_coefficients(), body.inertia_coefficients);
  message.set_gravity(body.gravity);
  message.mutable_free()->Assign(body.free.begin(), body.free.end());
}

}  // namespace raftup::server
