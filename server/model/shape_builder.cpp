#include <fmt/format.h>

#include <algorithm>

#include "hydro/base/error.hpp"
#include "server/model/message_fields.hpp"
#include "server/model/model_parts.hpp"
#include "server/model/shapes.hpp"
#include "solver/model/bodies/mass_properties.hpp"
#include "solver/model/bodies/volume_properties.hpp"
#include "solver/model/contacts/material.hpp"

namespace raftup::server {

namespace {

/// Returns the given length or density, and adds a violation if it is not positive.
double positive(double value, const std::string& path, FieldViolations& violations) {
  violations.expect(value > 0.0, path, "must be positive", fmt::format("{}", value));
  return value;
}

using google::protobuf::Descriptor;
using google::protobuf::FieldDescriptor;
using google::protobuf::OneofDescriptor;

const OneofDescriptor& kinds_of_shapes() {
  return *v1::Shape::descriptor()->FindOneofByName("geometry");
}

/// Calls `visitor` once for each kind of shape.
template <typename Visitor, typename... Kinds>
void for_each_kind(const Visitor& visitor, std::type_identity<std::variant<Kinds...>> /*of*/) {
  (visitor(std::type_identity<Kinds>()), ...);
}

/// Visitor that reports lengths which must be positive but are missing or not positive.
struct PositiveLengths {
  const google::protobuf::Message& message;
  std::string path;
  FieldViolations& violations;

  void operator()(std::string_view name, double value, solver::FieldRule rule = {}) const {
    if (rule.bound != solver::Bound::kPositive) return;
    positive(value, fmt::format("{}.{}", path, name), violations);
  }
  void operator()(std::string_view name, const Vector3& value, solver::FieldRule rule = {}) const {
    if (rule.bound != solver::Bound::kPositive) return;
    const std::string at = fmt::format("{}.{}", path, name);
    const int count = MessageField(message, name).count();
    violations.expect(count > 0, at, "must be given");
    for (int i = 0; count == 3 && i < 3; ++i) {
      positive(value[i], fmt::format("{}[{}]", at, i), violations);
    }
  }
};

/// Reads one shape of a message.
class GeometryReader {
 public:
  GeometryReader(std::string path, const DatabaseLookup& databases, FieldViolations& violations)
      : path_(std::move(path)), databases_(databases), violations_(violations) {}

  solver::Geometry read(const v1::Shape& message) {
    const FieldDescriptor* given =
        v1::Shape::GetReflection()->GetOneofFieldDescriptor(message, &kinds_of_shapes());
    if (given == nullptr) {
      std::string names;
      for (int i = 0; i < kinds_of_shapes().field_count(); ++i) {
        names += (i == 0 ? "" : ", ") + kinds_of_shapes().field(i)->name();
      }
      violations_.add(path_, "must have one of " + names);
      return {};
    }
    solver::Geometry geometry;
    for_each_kind(
        [&]<typename Kind>(std::type_identity<Kind> /*of*/) {
          if (given->name() == Kind::kKind) geometry = read_kind<Kind>(message);
        },
        std::type_identity<solver::Geometry>());
    return geometry;
  }

  /// Compares the lists of fields with the message types, for the kinds that are read by their
  /// lists.
  static void check_lists(const Descriptor& shape, FieldListSlips& slips) {
    for_each_kind(
        [&]<typename Kind>(std::type_identity<Kind> /*of*/) {
          if constexpr (kReadByList<Kind>) {
            FieldListCheck::run<Kind>(
                *shape.FindFieldByName(std::string(Kind::kKind))->message_type(), slips);
          }
        },
        std::type_identity<solver::Geometry>());
  }

 private:
  /// False for kinds that refer to files, consist of other shapes or have arrays of matching sizes.
  template <typename Kind>
  static constexpr bool kReadByList =
      !std::is_same_v<Kind, solver::TriangleMesh> && !std::is_same_v<Kind, solver::Convex> &&
      !std::is_same_v<Kind, solver::HeightField> && !std::is_same_v<Kind, solver::Composite>;

  template <typename Kind>
  solver::Geometry read_kind(const v1::Shape& message) {
    const std::string path = fmt::format("{}.{}", path_, Kind::kKind);
    if constexpr (std::is_same_v<Kind, solver::Convex>) {
      return build_convex(message.convex(), path, databases_, violations_);
    } else if constexpr (std::is_same_v<Kind, solver::TriangleMesh>) {
      return build_mesh(message.mesh(), path, databases_, violations_);
    } else if constexpr (std::is_same_v<Kind, solver::HeightField>) {
      return height_field(message.height_field());
    } else if constexpr (std::is_same_v<Kind, solver::Composite>) {
      return composite(message.composite());
    } else {
      Kind kind;
      if constexpr (std::is_same_v<Kind, solver::Line>) kind.end.setZero();  // default of `end`
      const MessageField field(message, Kind::kKind);
      MessageReader::read(field.part(), path, kind, violations_);
      PositiveLengths lengths{field.part(), path, violations_};
      Kind::fields(kind, lengths);
      return kind;
    }
  }

  solver::Geometry height_field(const v1::HeightField& message) {
    solver::HeightField field;
    const std::string path = path_ + ".height_field";
    const std::int64_t columns = message.columns(), rows = message.rows();
    const bool counted =
        violations_.expect(columns >= 2 && rows >= 2, path + ".columns",
                           "must be at least 2, as rows", fmt::format("{} and {}", columns, rows));
    violations_.expect(!counted || message.heights_size() == columns * rows, path + ".heights",
                       fmt::format("must have {} values", columns * rows),
                       std::to_string(message.heights_size()));
    if (violations_.expect(message.size_size() == 2, path + ".size", "must have 2 values",
                           std::to_string(message.size_size()))) {
      field.size = Vector2(message.size(0), message.size(1));
    }
    if (!counted) return field;
    field.columns = static_cast<std::size_t>(columns);
    field.rows = static_cast<std::size_t>(rows);
    field.heights.assign(message.heights().begin(), message.heights().end());
    if (message.has_bottom_margin()) field.bottom_margin = message.bottom_margin();
    if (message.has_least_height()) field.least_height = message.least_height();
    const bool whole = field.heights.size() == field.columns * field.rows;
    if (message.solid() && whole) return solver::solid_relief(field);
    return field;
  }

  solver::Composite composite(const v1::Composite& message);

  std::string path_;
  const DatabaseLookup& databases_;
  FieldViolations& violations_;
};

solver::Pose pose_of(const v1::Shape& message, const std::string& path,
                     FieldViolations& violations) {
  return {vector3_or_zero(message.position(), path + ".position", violations),
          attitude(message.attitude_deg(), path + ".attitude_deg", violations)
              .value_or(Quaternion::Identity())};
}

solver::Composite GeometryReader::composite(const v1::Composite& message) {
  solver::Composite whole;
  violations_.expect(!message.parts().empty(), path_ + ".composite.parts", "must not be empty");
  for (int i = 0; i < message.parts_size(); ++i) {
    const std::string path = fmt::format("{}.composite.parts[{}]", path_, i);
    const v1::Shape& part = message.parts(i);
    if (!violations_.expect(!part.has_composite(), path, "must not be a composite")) continue;
    whole.parts.push_back(build_posed_shape(part, path, databases_, violations_));
  }
  return whole;
}

const bool kShapesRegistered =
    register_field_list(&v1::Shape::descriptor, &GeometryReader::check_lists);

/// Returns true for a line, a plane or a terrain.
bool has_no_mass(const v1::Shape& shape) {
  return shape.has_line() || shape.has_plane() ||
         (shape.has_height_field() && !shape.height_field().solid()) ||
         (shape.has_mesh() && shape.mesh().terrain());
}

bool counts_for_mass(const v1::Shape& shape) {
  const bool present = !shape.has_enabled() || shape.enabled();
  return !has_no_mass(shape) && present && !shape.has_sensor() &&
         (!shape.has_counts_mass() || shape.counts_mass());
}

/// Returns the kind of a shape for messages, for example "height field".
std::string kind_name(const v1::Shape& shape) {
  std::string name =
      v1::Shape::GetReflection()->GetOneofFieldDescriptor(shape, &kinds_of_shapes())->name();
  std::replace(name.begin(), name.end(), '_', ' ');
  return name;
}

solver::ShapeRole role_of(const v1::Shape& shape) {
  if (shape.has_enabled() && !shape.enabled()) return solver::ShapeRole::kAbsent;
  if (shape.has_collides() && !shape.collides()) return solver::ShapeRole::kPassable;
  if (!shape.has_sensor()) return solver::ShapeRole::kSolid;
  const bool all_points = !shape.sensor().has_contact_data() || shape.sensor().contact_data();
  return all_points ? solver::ShapeRole::kSensor : solver::ShapeRole::kDetector;
}

double density_of(const v1::Shape& shape, const solver::Model& model) {
  if (shape.density() != 0.0) return shape.density();
  const auto material =
      std::find_if(model.materials.begin(), model.materials.end(),
                   [&](const solver::Material& of) { return of.name == shape.material(); });
  return material == model.materials.end() ? 0.0 : material->density;
}

/// Builds a shape that takes part in contacts.
/// @param at    path of the shape
/// @param posed the geometry and pose, built from the same message
solver::ContactShape contact_shape(const v1::Shape& message, const std::string& body,
                                   const std::string& at, solver::ShapePart posed,
                                   FieldViolations& violations) {
  solver::ContactShape shape;
  shape.name = message.name();
  shape.body = body;
  shape.geometry = std::move(posed.geometry);
  shape.pose = posed.pose;
  shape.material = message.material();
  shape.groups.assign(message.groups().begin(), message.groups().end());
  shape.surface_velocity =
      vector3_or_zero(message.surface_velocity(), at + ".surface_velocity", violations);
  shape.surface_spin = vector3_or_zero(message.surface_spin(), at + ".surface_spin", violations);
  shape.role = role_of(message);
  return shape;
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
    solver::Shape* const built = counts_for_mass(shape) ? &*solid++ : nullptr;
    if (shape.material().empty()) continue;
    solver::ShapePart posed = built != nullptr
                                  ? solver::ShapePart{std::move(built->geometry), built->pose}
                                  : build_posed_shape(shape, at, databases, violations);
    model.shapes.push_back(contact_shape(shape, body.name(), at, std::move(posed), violations));
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
  return {GeometryReader(path, databases, violations).read(message),
          pose_of(message, path, violations)};
}

std::vector<solver::Shape> build_solids(const v1::Body& message, const std::string& path,
                                        const solver::Model& model, const DatabaseLookup& databases,
                                        FieldViolations& violations) {
  std::vector<solver::Shape> solids;
  for (int i = 0; i < message.shapes_size(); ++i) {
    const v1::Shape& shape = message.shapes(i);
    const std::string at = fmt::format("{}.shapes[{}]", path, i);
    if (!counts_for_mass(shape)) continue;
    const double density = positive(density_of(shape, model), at + ".density", violations);
    solver::ShapePart posed = build_posed_shape(shape, at, databases, violations);
    solids.push_back({std::move(posed.geometry), density, posed.pose});
  }
  return solids;
}

void refuse_solids(const v1::Body& message, const std::string& path,
                   const std::vector<solver::Shape>& solids, FieldViolations& violations) {
  auto solid = solids.begin();
  for (int i = 0; i < message.shapes_size(); ++i) {
    if (!counts_for_mass(message.shapes(i))) continue;
    try {
      solver::mass_properties(*solid++);
    } catch (const Error& error) {
      violations.add(fmt::format("{}.shapes[{}]", path, i), error.what());
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
    model.shapes.push_back(contact_shape(message.shapes(i), "", at, std::move(posed), violations));
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
