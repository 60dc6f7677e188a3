#include <fmt/format.h>

#include <optional>
#include <string>

#include "hydro/base/error.hpp"
#include "server/model/message_fields.hpp"
#include "server/model/model_parts.hpp"
#include "solver/model/bodies/mass_properties.hpp"

namespace raftup::server {

namespace {

/// The place of a body in its hydrodynamic group.
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
    if (!group.database || !group.has_database()) continue;
    for (std::size_t i = 0; i < group.bodies.size(); ++i) {
      const bool exists = group.bodies[i].database_body < group.database->body_count();
      if (group.bodies[i].body == body && exists) return Membership{group, i};
    }
  }
  return std::nullopt;
}

/// Sets the mass of a body that has neither a mass nor solid shapes: its displaced water if it is
/// in a group with a database.
void set_default_mass(const std::string& path, const std::optional<Membership>& member,
                      const solver::Model& model, solver::RigidBody& built,
                      FieldViolations& violations) {
  if (member) built.mass = model.water_density * member->database_body().displaced_volume;
  violations.expect(member || built.motion != solver::Motion::kDynamic, path + ".mass",
                    "must be given for a dynamic body without a hydrodynamic database");
}

/// Returns which mass properties the message leaves to be computed from the shapes.
solver::GeneratedProperties left_to_shapes(const v1::Body& body) {
  const bool none = !body.has_mass() && !body.has_inertia();
  return {!body.has_mass(), !body.has_inertia(), none && body.center_of_mass().empty()};
}

/// Sets a valid mass in place of one that breaks a rule, so that only the broken rule is reported.
void set_stand_in_mass(const v1::Body& body, solver::RigidBody& built) {
  if (!body.has_mass()) built.mass = 1.0;
  if (!body.has_inertia()) built.inertia.setIdentity();
}

/// Sets the mass properties of a body that the message does not give: from its solids, or without
/// solids from the displaced water.
/// @param whole true if no solid breaks a rule
void set_mass_properties(const v1::Body& body, const std::string& path,
                         const std::optional<Membership>& member, const solver::Model& model,
                         bool whole, BuiltBody& built, FieldViolations& violations) {
  if (!body.has_mass() && built.solids.empty()) {
    set_default_mass(path, member, model, built.body, violations);
  }
  if (built.solids.empty()) return;
  if (!whole) return set_stand_in_mass(body, built.body);
  try {
    solver::update_mass_properties(built.body, built.solids, left_to_shapes(body));
  } catch (const Error& error) {
    set_stand_in_mass(body, built.body);
    const std::size_t before = violations.count();
    refuse_solids(body, path, built.solids, violations);
    if (violations.count() == before) violations.add(path + ".shapes", error.what());
  }
}

/// Sets the pose at t = 0 of a hydrodynamic body where the message does not give it: the center of
/// mass is at its place in the database, and the body is upright at the group's heading.
void set_default_pose(const v1::Body& body, const Membership& member, solver::RigidBody& built) {
  const solver::Pose rest = solver::rest_pose(member.group, member.member, built.center_of_mass);
  solver::Pose& pose = built.pose;
  if (body.attitude_deg().empty()) pose.attitude = rest.attitude;
  if (!body.position().empty()) return;
  const Vector3 center_at_rest = rest.position + rest.attitude * built.center_of_mass;
  pose.position = center_at_rest - pose.attitude * built.center_of_mass;
}

}  // namespace

BuiltBody build_body(const v1::Body& body, const std::string& path, const solver::Model& model,
                     const DatabaseLookup& databases, FieldViolations& violations) {
  BuiltBody built;
  MessageReader::read(body, path, built.body, violations);
  const std::size_t before = violations.count();
  built.solids = build_solids(body, path, model, databases, violations);
  const bool whole = violations.count() == before;
  const auto member = membership(model, body.name());
  set_mass_properties(body, path, member, model, whole, built, violations);
  if (member) set_default_pose(body, *member, built.body);
  return built;
}

void complete_body(solver::RigidBody& body, v1::Body& message) {
  MessageWriter::write(body, message);
  complete_shapes(message);
}

void name_visual_meshes(v1::Model& message, const DatabaseLookup& databases,
                        FieldViolations& violations) {
  for (int i = 0; i < message.bodies_size(); ++i) {
    v1::Body& body = *message.mutable_bodies(i);
    if (!body.has_visual_mesh()) continue;
    v1::VisualMesh& mesh = *body.mutable_visual_mesh();
    const std::string path = fmt::format("bodies[{}].visual_mesh", i);
    const int size = mesh.position_size();
    violations.expect(size == 0 || size == 3, path + ".position", "must have 3 values",
                      std::to_string(size));
    if (!violations.expect(!mesh.mesh().empty(), path + ".mesh", "must be given")) continue;
    mesh.set_mesh(find_mesh(mesh.mesh(), path + ".mesh", databases, violations).name);
  }
}

}  // namespace raftup::server
