#pragma once

#include <array>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "solver/description/fields.hpp"
#include "solver/description/violations.hpp"
#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

/// The role of a shape in contacts. Of several rules that keep two shapes from touching, any one is
/// enough.
enum class ShapeRole {
  kSolid,     ///< pushes the shapes that it touches
  kSensor,    ///< finds contacts, which have no force [N]
  kDetector,  ///< the same with one point for each pair: whether there is any contact
  kPassable,  ///< touches nothing; only its distance [m] can be read
  kAbsent,    ///< does not exist for other shapes
};

constexpr std::array<std::string_view, 5> names_of(ShapeRole /*of*/) {
  return {"solid", "sensor", "detector", "passable", "absent"};
}

/// Motion of a surface relative to its body, by a user's own function, for instance a belt over
/// rollers. Friction carries along what rests on it.
class SurfaceMotion {
 public:
  SurfaceMotion() = default;
  SurfaceMotion(const SurfaceMotion&) = delete;
  SurfaceMotion& operator=(const SurfaceMotion&) = delete;
  virtual ~SurfaceMotion() = default;

  /// Velocity of the surface relative to the body [m/s]; a component along the normal has no
  /// effect. It must be the same for the same point and time, so that steps can be repeated;
  /// several threads may call it at once.
  /// @param point m, in the frame of the shape, as the result
  /// @param time  s, at the start of the step
  virtual Vector3 velocity(const Vector3& point, double time) const = 0;
};

/// A solid that touches others, fixed to a body or to the world, and made of a material. It does
/// not contribute to the mass of the body.
struct ContactShape {
  std::string name;  ///< differs from those of its body
  std::string body;  ///< empty = the world
  Geometry geometry;
  Pose pose;                        ///< of its origin and axes in the model frame, or in the world
  std::string material;             ///< of Model::materials
  std::vector<std::string> groups;  ///< names that DisabledPair refers to
  /// Velocity of the surface relative to the body [m/s], axes of the shape: a belt.
  Vector3 surface_velocity = Vector3::Zero();
  ShapeRole role = ShapeRole::kSolid;
  /// Angular velocity of the surface about the origin of the shape [rad/s], axes of the shape: a
  /// turntable, a roller. It is added to surface_velocity.
  Vector3 surface_spin = Vector3::Zero();
  std::shared_ptr<const SurfaceMotion> surface_motion =
      nullptr;  ///< a user's own, in addition; may be null

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field("body", self.body, Reference::kAnyBody);
    field.beside(self.geometry);
    field.pose("", self.pose);
    field("material", self.material);
    field("groups", self.groups);
    field("surface_velocity", self.surface_velocity, "m/s");
    field("role", self.role, FieldRule().added_late());
    field("surface_spin", self.surface_spin, FieldRule("rad/s").added_late());
  }
};

/// Shapes, or groups of shapes, that pass through each other. A shape is named "body/shape", one
/// of the world "/shape", a body with all its shapes "body"; a group by its name.
struct DisabledPair {
  std::string first, second;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("first", self.first);
    field("second", self.second);
  }
};

/// A reader of the forces between two sides where they touch.
struct ContactReader {
  std::string name;
  /// As in DisabledPair; empty = any shape. A pair that fits in both orders is read as acting on
  /// the shape that comes first in the model.
  std::string side1, side2;
  /// true to read the residual of the solution as well, which a state then keeps
  bool residual = false;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field("side1", self.side1);
    field("side2", self.side2);
    field("residual", self.residual, FieldRule().added_late());
  }
};

/// A reader of the least distance between the shapes of two sides.
struct DistanceReader {
  std::string name;
  std::string side1, side2;  ///< as in DisabledPair, neither empty

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field("side1", self.side1);
    field("side2", self.side2);
  }
};

/// "body/shape".
std::string full_name(const ContactShape& shape);

/// True if a side, as in DisabledPair, is or includes a shape; an empty side includes all.
bool includes(const std::string& side, const ContactShape& shape);

/// True if it finds contacts but pushes nothing.
constexpr bool is_sensor(ShapeRole role) {
  return role == ShapeRole::kSensor || role == ShapeRole::kDetector;
}

/// True if it can meet other shapes.
constexpr bool participates(ShapeRole role) { return role == ShapeRole::kSolid || is_sensor(role); }

}  // namespace raftup::solver
