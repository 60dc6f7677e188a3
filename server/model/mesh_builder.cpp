#include <fmt/format.h>

#include <utility>

#include "hydro/base/error.hpp"
#include "server/model/message_fields.hpp"
#include "server/model/model_parts.hpp"
#include "solver/geometry/collision/convex_hull.hpp"
#include "solver/geometry/meshes/mesh_repair.hpp"

namespace raftup::server {

namespace {

/// Reads the vertices and triangles of the file that the message names.
/// @returns true if the file was found
bool read_file(const v1::TriangleMesh& message, const std::string& path,
               const DatabaseLookup& databases, solver::TriangleMesh& mesh,
               FieldViolations& violations) {
  violations.expect(message.vertices().empty() && message.triangles().empty(), path + ".file",
                    "must stand without vertices and triangles of its own", message.file());
  const NamedMesh found = find_mesh(message.file(), path + ".file", databases, violations);
  if (!found.file) return false;
  mesh.vertices = found.file->filed.vertices();
  for (const auto& [a, b, c] : found.file->filed.triangles()) mesh.triangles.push_back({a, b, c});
  return true;
}

bool is_asked_for(const solver::MeshRepair& repair) {
  return repair.merge_distance || repair.winding != solver::Winding::kCounterclockwise ||
         repair.triangle_share || repair.largest_error;
}

/// Returns a tetrahedron in place of a mesh that breaks a rule, so that only the broken rule is
/// reported.
solver::TriangleMesh stand_in() {
  solver::TriangleMesh mesh;
  mesh.vertices = {{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  mesh.triangles = {{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  return mesh;
}

/// Returns the result of `change()`. If it throws, adds a violation at `path` and returns
/// `otherwise`.
template <typename Made, typename Change>
Made made_or_violation(const std::string& path, const Change& change, Made otherwise,
                       FieldViolations& violations) {
  try {
    return change();
  } catch (const Error& error) {
    violations.add(path, error.what());
    return otherwise;
  }
}

}  // namespace

void complete_mesh(const v1::TriangleMesh& message, const std::string& path,
                   const DatabaseLookup& databases, solver::TriangleMesh& mesh,
                   FieldViolations& violations) {
  if (!message.file().empty() && !read_file(message, path, databases, mesh, violations)) {
    mesh = stand_in();
    return;
  }
  solver::MeshRepair repair;
  MessageReader::read(message, path, repair, violations);
  if (!is_asked_for(repair)) return;
  mesh = made_or_violation(
      path, [&] { return solver::repaired(std::move(mesh), repair); }, stand_in(), violations);
}

void complete_convex(const v1::TriangleMesh& message, const std::string& path,
                     const DatabaseLookup& databases, solver::Convex& convex,
                     FieldViolations& violations) {
  // Points without triangles have no surface that could be repaired.
  if (!message.file().empty() || !message.triangles().empty()) {
    complete_mesh(message, path, databases, convex.surface, violations);
  }
  if (!message.triangles().empty()) return;
  convex = made_or_violation(
      path, [&] { return solver::convex_hull(convex.surface.vertices); },
      solver::Convex{stand_in()}, violations);
}

namespace {

template <typename Shapes>
void name_meshes_of(Shapes& shapes, const std::string& list, const DatabaseLookup& databases,
                    FieldViolations& violations) {
  for (int i = 0; i < shapes.size(); ++i) {
    v1::Shape& shape = shapes[i];
    const std::string path = fmt::format("{}[{}]", list, i);
    if (shape.has_composite()) {
      name_meshes_of(*shape.mutable_composite()->mutable_parts(), path + ".composite.parts",
                     databases, violations);
    }
    const bool convex = shape.has_convex();
    if (!convex && !shape.has_mesh()) continue;
    v1::TriangleMesh& mesh = convex ? *shape.mutable_convex() : *shape.mutable_mesh();
    if (mesh.file().empty()) continue;
    const NamedMesh found = find_mesh(mesh.file(), path + (convex ? ".convex.file" : ".mesh.file"),
                                      databases, violations);
    if (found.file) mesh.set_file(found.name);
  }
}

}  // namespace

void name_shape_meshes(v1::Model& message, const DatabaseLookup& databases,
                       FieldViolations& violations) {
  for (int i = 0; i < message.bodies_size(); ++i) {
    name_meshes_of(*message.mutable_bodies(i)->mutable_shapes(),
                   fmt::format("bodies[{}].shapes", i), databases, violations);
  }
  name_meshes_of(*message.mutable_shapes(), "shapes", databases, violations);
}

}  // namespace raftup::server
