#include <fmt/format.h>

#include <algorithm>

#include "hydro/base/error.hpp"
#include "server/model/message_fields.hpp"
#include "server/model/model_parts.hpp"
#include "server/model/shapes.hpp"
#include "solver/model/bodies/mass_properties.hpp"
#include "solver/model/bodies/shape_checks.hpp"
#include "solver/model/bodies/volume_properties.hpp"
#include "solver/model/contacts/shape_use.hpp"

namespace raftup::server {

namespace {

void complete_geometry(const v1::Shape& message, const std::string& path,
                       const DatabaseLookup& databases, solver::Geometry& geometry,
                       FieldViolations& violations);

void complete_parts(const v1::Composite& message, const std::string& path,
                    const DatabaseLookup& databases, solver::Composite& whole,
                    FieldViolations& violations) {
  for (int i = 0; i < message.parts_size(); ++i) {
    if (message.parts(i).has_composite()) continue;  // which breaks a rule
    complete_geometry(message.parts(i), fmt::format("{}.composite.parts[{}]", path, i), databases,
                      whole.parts[static_cast<std::size_t>(i)].geometry, violations);
  }
}

/// Makes of a geometry that was read from a message the geometry that is simulated: repaired meshes
/// of files, hulls of points and solids under height fields. Its fields are checked.
void complete_geometry(const v1::Shape& message, const std::string& path,
                       const DatabaseLookup& databases, solver::Geometry& geometry,
                       FieldViolations& violations) {
  if (message.geometry_case() == v1::Shape::GEOMETRY_NOT_SET) return;  // reported when it was read
  if (auto* mesh = std::get_if<solver::TriangleMesh>(&geometry)) {
    complete_mesh(message.mesh(), path + ".mesh", databases, *mesh, violations);
  } else if (auto* convex = std::get_if<solver::Convex>(&geometry)) {
    complete_convex(message.convex(), path + ".convex", databases, *convex, violations);
  } else if (auto* whole = std::get_if<solver::Composite>(&geometry)) {
    complete_parts(message.composite(), path, databases, *whole, violations);
  } else if (message.has_line() && message.line().end().empty()) {
    std::get<solver::Line>(geometry).end.setZero();
  }
  solver::Violations broken;
  solver::check_geometry_fields(geometry, path, broken);
  violations.add(broken.list());
  if (message.height_field().solid() && broken.empty()) {
    geometry = solver::solid_relief(std::get<solver::HeightField>(geometry));
  }
}

/// Returns true for a line, a plane or a terrain.
bool has_no_mass(const v1::Shape& shape) {
  return shape.has_line() || shape.has_plane() ||
         (shape.has_height_field() && !shape.height_field().solid()) ||
         (shape.has_mesh() && shape.mesh().terrain());
}

solver::ShapeUse use_of(const v1::Shape& message, const std::string& path,
                        FieldViolations& violations) {
  solver::ShapeUse use;
  MessageReader::read(message, path, use, violations);
  return use;
}

bool counts_for_mass(const v1::Shape& message, const solver::ShapeUse& use) {
  return use.weighs() && !has_no_mass(message);
}

/// Returns the kind of a shape for messages, for example "height field".
std::string kind_name(const v1::Shape& shape) {
  const auto* kinds = v1::Shape::descriptor()->FindOneofByName("geometry");
  std::string name = v1::Shape::GetReflection()->GetOneofFieldDescriptor(shape, kinds)->name();
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

/// Adds the shapes of a body that have a material.
/// @param solids shapes of the body that count for its mass; their geometry is moved to the model
/// @param paths  paths of all shapes of the model, to which the paths of the new ones are added
void add_shapes_of_body(const v1::Body& body, const std::string& path,
                        const DatabaseLookup& databases, std::vector<solver::Shape> solids,
                        solver::Model& model, std::vector<std::string>& paths,
                        FieldViolations& violations) {
  auto solid = solids.begin();
  for (int i = 0; i < body.shapes_size(); ++i) {
    const v1::Shape& shape = body.shapes(i);
    const std::string at = fmt::format("{}.shapes[{}]", path, i);
    solver::ShapeUse use = use_of(shape, at, violations);
    solver::Shape* const built = counts_for_mass(shape, use) ? &*solid++ : nullptr;
    if (use.material.empty()) continue;
    solver::ShapePart posed = built != nullptr
                                  ? solver::ShapePart{std::move(built->geometry), built->pose}
                                  : build_posed_shape(shape, at, databases, violations);
    model.shapes.push_back(solver::contact_shape(std::move(use), body.name(), std::move(posed)));
    paths.push_back(at);
  }
}

/// Writes each description to its message. Messages are added for the descriptions from a library.
template <typename Descriptions, typename Messages>
void write_all(Descriptions& descriptions, Messages& messages) {
  for (std::size_t i = 0; i < descriptions.size(); ++i) {
    const bool given = i < static_cast<std::size_t>(messages.size());
    MessageWriter::write(descriptions[i], given ? messages[static_cast<int>(i)] : *messages.Add());
  }
}

void complete_poses(google::protobuf::RepeatedPtrField<v1::Shape>& shapes) {
  for (v1::Shape& shape : shapes) {
    if (shape.position().empty()) set_numbers(*shape.mutable_position(), Vector3::Zero());
    if (shape.attitude_deg().empty()) set_numbers(*shape.mutable_attitude_deg(), Vector3::Zero());
  }
}

}  // namespace

solver::ShapePart build_posed_shape(const v1::Shape& message, const std::string& path,
                                    const DatabaseLookup& databases, FieldViolations& violations) {
  solver::ShapePart part;
  MessageReader::read(message, path, part, violations);
  complete_geometry(message, path, databases, part.geometry, violations);
  return part;
}

std::vector<solver::Shape> build_solids(const v1::Body& message, const std::string& path,
                                        const solver::Model& model, const DatabaseLookup& databases,
                                        FieldViolations& violations) {
  std::vector<solver::Shape> solids;
  for (int i = 0; i < message.shapes_size(); ++i) {
    const std::string at = fmt::format("{}.shapes[{}]", path, i);
    const solver::ShapeUse use = use_of(message.shapes(i), at, violations);
    if (!counts_for_mass(message.shapes(i), use)) continue;
    const double density = solver::density_of(use, model.materials);
    violations.expect(density > 0.0, at + ".density", "must be positive",
                      fmt::format("{}", density));
    solver::ShapePart posed = build_posed_shape(message.shapes(i), at, databases, violations);
    solids.push_back({std::move(posed.geometry), density, posed.pose});
  }
  return solids;
}

void refuse_solids(const v1::Body& message, const std::string& path,
                   const std::vector<solver::Shape>& solids, FieldViolations& violations) {
  auto solid = solids.begin();
  for (int i = 0; i < message.shapes_size(); ++i) {
    const std::string at = fmt::format("{}.shapes[{}]", path, i);
    if (!counts_for_mass(message.shapes(i), use_of(message.shapes(i), at, violations))) continue;
    try {
      solver::mass_properties(*solid++);
    } catch (const Error& error) {
      violations.add(at, error.what());
    }
  }
}

Findings find_idle_shapes(const v1::Model& message) {
  Findings findings;
  for (int body = 0; body < message.bodies_size(); ++body) {
    for (int i = 0; i < message.bodies(body).shapes_size(); ++i) {
      const v1::Shape& shape = message.bodies(body).shapes(i);
      if (!shape.material().empty() || !(has_no_mass(shape) || shape.has_sensor())) continue;
      findings.push_back(
          {"shape_idle", Severity::kWarning,
           fmt::format("bodies[{}].shapes[{}], a {}, should have a material: without "
                       "one it neither touches nor weighs anything",
                       body, i, kind_name(shape)),
           0.0});
    }
  }
  return findings;
}

std::vector<std::string> add_library_materials(const v1::Model& message,
                                               const solver::MaterialLibrary* library,
                                               solver::Model& model) {
  if (library == nullptr) return {};
  std::vector<std::string> names;
  for (const v1::Body& body : message.bodies()) {
    for (const v1::Shape& shape : body.shapes()) names.push_back(shape.material());
  }
  for (const v1::Shape& shape : message.shapes()) names.push_back(shape.material());
  for (const v1::ContactMaterial& pair : message.contact_materials()) {
    names.push_back(pair.material1());
    names.push_back(pair.material2());
  }
  return library->add_materials(names, model);
}

std::vector<std::string> build_contacts(const v1::Model& message, const DatabaseLookup& databases,
                                        std::vector<std::vector<solver::Shape>> solids,
                                        solver::Model& model, FieldViolations& violations) {
  std::vector<std::string> paths;
  for (int i = 0; i < message.bodies_size(); ++i) {
    add_shapes_of_body(message.bodies(i), fmt::format("bodies[{}]", i), databases,
                       std::move(solids[static_cast<std::size_t>(i)]), model, paths, violations);
  }
  for (int i = 0; i < message.shapes_size(); ++i) {
    const std::string at = fmt::format("shapes[{}]", i);
    solver::ShapePart posed = build_posed_shape(message.shapes(i), at, databases, violations);
    model.shapes.push_back(
        solver::contact_shape(use_of(message.shapes(i), at, violations), "", std::move(posed)));
    paths.push_back(at);
  }
  MessageReader::read_each(message.contact_materials(), "contact_materials",
                           model.contact_materials, violations);
  MessageReader::read_each(message.disabled_pairs(), "disabled_pairs",
                           model.contact_exceptions.pairs, violations);
  MessageReader::read_each(message.contact_readers(), "contact_readers", model.contact_readers,
                           violations);
  MessageReader::read_each(message.distance_readers(), "distance_readers", model.distance_readers,
                           violations);
  return paths;
}

void complete_shapes(v1::Body& message) { complete_poses(*message.mutable_shapes()); }

void complete_contacts(solver::Model& model, v1::Model& message) {
  complete_poses(*message.mutable_shapes());
  write_all(model.materials, *message.mutable_materials());
  write_all(model.contact_materials, *message.mutable_contact_materials());
}

}  // namespace raftup::server
