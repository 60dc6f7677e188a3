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

/// What a shape does to others. Of several rules that keep two shapes from touching any one does.
enum class ShapeRole {
  kSolid,     ///< it pushes what it touches
  kSensor,    ///< it feels what it touches: contacts are found and have no force
  kDetector,  ///< the same, of one point for each pair: whether there is any
  kPassable,  ///< it touches nothing; only its distance can be read
  kAbsent,    ///< it is not there
};

constexpr std::array<std::string_view, 5> names_of(ShapeRole /*of*/) {
  return {"solid", "sensor", "detector", "passable", "absent"};
}

/// How a surface moves against its body where a user of the library says it, as a belt over rollers
/// does. What stands on it is carried along by friction.
class SurfaceMotion {
 public:
  SurfaceMotion() = default;
  SurfaceMotion(const SurfaceMotion&) = delete;
  SurfaceMotion& operator=(const SurfaceMotion&) = delete;
  virtual ~SurfaceMotion() = default;

  /// Velocity of the surface against the body [m/s]; what is along the normal has no effect. The
  /// same for the same point and time, so that steps may be taken again; may be called by several
  /// threads at once.
  /// @param point m, in the frame of the shape, as the answer
  /// @param time  s, where the step begins
  virtual Vector3 velocity(const Vector3& point, double time) const = 0;
};

/// A solid that touches others: fixed to a body or to the world, of a material. Its mass is none of
/// its business.
struct ContactShape {
  std::string name;  ///< differs from those of its body
  std::string body;  ///< empty = the world
  Geometry geometry;
  Pose pose;                        ///< of its origin and axes in the model frame, or in the world
  std::string material;             ///< of Model::materials
  std::vector<std::string> groups;  ///< names that DisabledPair refers to
  /// Of the surface against the body [m/s], axes of the shape: a belt.
  Vector3 surface_velocity = Vector3::Zero();
  ShapeRole role = ShapeRole::kSolid;
  /// Of the surface about the origin of the shape [rad/s], its axes: a turntable, a roller. In
  /// addition to surface_velocity.
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

/// Reads what two sides do to each other where they touch.
struct ContactReader {
  std::string name;
  /// As in DisabledPair; empty = any shape. A pair that fits either way round is read as on the
  /// shape that the model has first.
  std::string side1, side2;
  bool residual = false;  ///< reads that of the solution as well, which a state then keeps

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("name", self.name);
    field("side1", self.side1);
    field("side2", self.side2);
    field("residual", self.residual, FieldRule().added_late());
  }
};

/// Reads how far two sides are apart, least over their shapes.
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

/// Whether a side, as in DisabledPair, is or includes a shape; an empty one includes all.
bool includes(const std::string& side, const ContactShape& shape);

/// Whether it feels what it touches and pushes nothing.
constexpr bool is_sensor(ShapeRole role) {
  return role == ShapeRole::kSensor || role == ShapeRole::kDetector;
}

/// Whether it meets others at all.
constexpr bool participates(ShapeRole role) { return role == ShapeRole::kSolid || is_sensor(role); }

}  // namespace raftup::solver
