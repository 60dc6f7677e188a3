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

/// The role of a shape in contacts. Two shapes do not touch if any of the following forbids it: the
/// role of either shape, a DisabledPair, an input, or the ContactFilter.
enum class ShapeRole {
  kSolid,     ///< pushes the solid shapes that it touches
  kSensor,    ///< finds all points of contact, without contact forces [N]
  kDetector,  ///< finds one point of contact for each pair of shapes, without contact forces [N]
  kPassable,  ///< touches nothing; only its distance [m] can be read
  kAbsent,    ///< no contacts occur, and no distances to it [m] can be read
};

constexpr std::array<std::string_view, 5> names_of(ShapeRole /*of*/) {
  return {"solid", "sensor", "detector", "passable", "absent"};
}

/// A user's own function for the motion of a surface relative to its body, for instance of a belt
/// over rollers. Friction drags along the objects that lie on the surface.
class SurfaceMotion {
 public:
  SurfaceMotion() = default;
  SurfaceMotion(const SurfaceMotion&) = delete;
  SurfaceMotion& operator=(const SurfaceMotion&) = delete;
  virtual ~SurfaceMotion() = default;

  /// Velocity of the surface relative to the body [m/s], in the axes of the shape. A component
  /// along the normal has no effect. The function must return the same velocity for the same point
  /// and time, so that steps can be repeated. Several threads may call it at once.
  /// @param point m, in the frame of the shape
  /// @param time  s, at the start of the step
  virtual Vector3 velocity(const Vector3& point, double time) const = 0;
};

/// A solid that can touch other solids. It is fixed to a body or to the world and consists of a
/// material. It does not contribute to the mass of the body.
struct ContactShape {
  std::string name;  ///< unique among the shapes of the same body
  std::string body;  ///< name of the body to which the shape is fixed; empty = the world
  Geometry geometry;
  Pose pose;  ///< origin and axes of the shape, in the model frame of its body or in the world
  std::string material;  ///< name of one of Model::materials
  /// names of groups to which the shape belongs; DisabledPair refers to these names
  std::vector<std::string> groups;
  /// Velocity of the surface relative to the body, for instance of a belt [m/s], axes of the shape.
  Vector3 surface_velocity = Vector3::Zero();
  ShapeRole role = ShapeRole::kSolid;
  /// Angular velocity of the surface about the origin of the shape, for instance of a turntable or
  /// a roller [rad/s], axes of the shape. The resulting velocity is added to surface_velocity.
  Vector3 surface_spin = Vector3::Zero();
  /// A user's own surface velocity, which is added to the other two [m/s]. It may be null.
  std::shared_ptr<const SurfaceMotion> surface_motion = nullptr;

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

/// Two shapes, or two sets of shapes, that pass through each other. A shape of a body is named
/// "body/shape", a shape of the world "/shape". The name of a body stands for all its shapes, and
/// the name of a group for all its members.
struct DisabledPair {
  std::string first, second;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("first", self.first);
    field("second", self.second);
  }
};

/// A named output of the contact forces [N, N m] between the shapes of two sides.
struct ContactReader {
  std::string name;
  /// Each side names a shape, a body or a group as in DisabledPair; an empty side is every shape.
  /// If both orders of the sides fit a pair of shapes, the force [N] on the shape that comes first
  /// in the model is read.
  std::string side1, side2;
  /// True to output the residual of the contact solution as well. The state then stores this
  /// residual.
  bool residual = false;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field("side1", self.side1);
    field("side2", self.side2);
    field("residual", self.residual, FieldRule().added_late());
  }
};

/// A named output of the least distance [m] between the shapes of two sides.
struct DistanceReader {
  std::string name;
  /// Each side names a shape, a body or a group as in DisabledPair. It must not be empty.
  std::string side1, side2;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field("side1", self.side1);
    field("side2", self.side2);
  }
};

/// The name "body/shape" of a contact shape; "/shape" for a shape of the world.
std::string full_name(const ContactShape& shape);

/// True if a side names the shape itself, its body, or a group that it belongs to. An empty side
/// includes every shape.
bool includes(const std::string& side, const ContactShape& shape);

/// True for the roles that find contacts but have no contact forces [N].
constexpr bool is_sensor(ShapeRole role) {
  return role == ShapeRole::kSensor || role == ShapeRole::kDetector;
}

/// True for the roles with which a shape can be in contact with others: solids and sensors.
constexpr bool participates(ShapeRole role) { return role == ShapeRole::kSolid || is_sensor(role); }

}  // namespace raftup::solver
