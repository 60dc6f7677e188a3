#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>
#include <variant>
#include <vector>

#include "solver/description/fields.hpp"
#include "solver/model/bodies/rigid_body.hpp"

/// @file Geometric shapes, each with the list of its fields (solver/description/fields.hpp). The
///       digests of models depend on the order of the fields, which therefore must not change.
namespace raftup::solver {

/// A ball with its center at the origin of the shape.
struct Sphere {
  static constexpr std::string_view kKind = "sphere";
  double radius = 0.0;  ///< m, > 0

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("radius", self.radius, {"m", Bound::kPositive});
  }
};

/// A cuboid with its center at the origin and its edges along the axes.
struct Box {
  static constexpr std::string_view kKind = "box";
  Vector3 size = Vector3::Zero();  ///< m, > 0: lengths of the edges along x, y and z

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("size", self.size, {"m", Bound::kPositive});
  }
};

/// A circular cylinder with its center at the origin and its axis along z.
struct Cylinder {
  static constexpr std::string_view kKind = "cylinder";
  double radius = 0.0;  ///< m, > 0
  double height = 0.0;  ///< m, > 0

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("radius", self.radius, {"m", Bound::kPositive});
    field("height", self.height, {"m", Bound::kPositive});
  }
};

/// A cylinder with a half ball on either end. Its center is at the origin and its axis along z.
struct Capsule {
  static constexpr std::string_view kKind = "capsule";
  double radius = 0.0;  ///< m, > 0
  double height = 0.0;  ///< m, > 0: height of the cylinder between the half balls

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("radius", self.radius, {"m", Bound::kPositive});
    field("height", self.height, {"m", Bound::kPositive});
  }
};

/// A circular cone with its base on the plane z = 0 and its axis along z. If top_radius is greater
/// than 0, it is a truncated cone.
struct Cone {
  static constexpr std::string_view kKind = "cone";
  double bottom_radius = 0.0;  ///< m, > 0: radius at z = 0
  double top_radius = 0.0;     ///< m, >= 0: radius at z = height
  double height = 0.0;         ///< m, > 0

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("bottom_radius", self.bottom_radius, {"m", Bound::kPositive});
    field("top_radius", self.top_radius, {"m", Bound::kNotNegative});
    field("height", self.height, {"m", Bound::kPositive});
  }
};

/// A half space: all points x with normal . x + offset <= 0. It has no volume and thus no mass
/// properties [kg, m, kg m2].
struct Plane {
  static constexpr std::string_view kKind = "plane";
  /// normal, which points out of the solid; its length [1] has no influence but must not be 0
  Vector3 normal = Vector3::UnitZ();
  /// The offset in normal . x + offset = 0 [m], multiplied by the length of the normal. For a unit
  /// normal, the plane lies at -offset along the normal.
  double offset = 0.0;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("normal", self.normal);
    field("offset", self.offset, "m");
  }
};

/// A tube with its center at the origin and its axis along z.
struct HollowCylinder {
  static constexpr std::string_view kKind = "hollow_cylinder";
  double inner_radius = 0.0;  ///< m, > 0
  double thickness = 0.0;     ///< m, > 0
  double height = 0.0;        ///< m, > 0

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("inner_radius", self.inner_radius, {"m", Bound::kPositive});
    field("thickness", self.thickness, {"m", Bound::kPositive});
    field("height", self.height, {"m", Bound::kPositive});
  }
};

/// A conical shell on the plane z = 0 with its axis along z. The inner surface has the same slope
/// as the outer surface. The radii are those of the outer surface.
struct HollowCone {
  static constexpr std::string_view kKind = "hollow_cone";
  double bottom_radius = 0.0;  ///< m, > thickness: outer radius at z = 0
  /// Outer radius at z = height [m], >= 0. If it is smaller than the thickness, the hole ends below
  /// the top.
  double top_radius = 0.0;
  double height = 0.0;     ///< m, > 0
  double thickness = 0.0;  ///< m, > 0: thickness of the wall, perpendicular to the axis

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("bottom_radius", self.bottom_radius, {"m", Bound::kPositive});
    field("top_radius", self.top_radius, {"m", Bound::kNotNegative});
    field("height", self.height, {"m", Bound::kPositive});
    field("thickness", self.thickness, {"m", Bound::kPositive});
  }
};

/// A straight line between two points for measurements: the first shape that it meets from its
/// start can be read. It has no volume.
struct Line {
  static constexpr std::string_view kKind = "line";
  Vector3 begin = Vector3::Zero();  ///< m
  Vector3 end = Vector3::UnitX();   ///< m, must differ from begin

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("begin", self.begin, "m");
    field("end", self.end, "m");
  }
};

/// A solid bounded by triangles.
struct TriangleMesh {
  static constexpr std::string_view kKind = "mesh";
  std::vector<Vector3> vertices;  ///< m
  /// Indices of the three corners of each triangle, counter-clockwise seen from outside. The mesh
  /// must be closed: each edge belongs to two triangles, which run through it in opposite
  /// directions.
  std::vector<std::array<std::size_t, 3>> triangles;
  /// True for a terrain, which is open towards +z: it is solid from its surface down to
  /// `bottom_margin` below. A terrain need not be closed.
  bool terrain = false;
  double bottom_margin = 1.0;  ///< depth of the solid below the surface of a terrain [m], > 0

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("vertices", self.vertices, "m");
    field("triangles", self.triangles);
    field("terrain", self.terrain);
    field("bottom_margin", self.bottom_margin, {"m", Bound::kPositive});
  }
};

/// A convex solid. convex_hull() creates one from points.
struct Convex {
  static constexpr std::string_view kKind = "convex";
  /// The surface, which is closed and convex. Its triangles are counter-clockwise seen from
  /// outside.
  TriangleMesh surface;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    TriangleMesh::fields(self.surface, field);
  }
};

/// A terrain over a rectangle of the x-y plane around the origin. Node (i, j) lies at x =
/// (i/(columns - 1) - 1/2) size.x, y = (j/(rows - 1) - 1/2) size.y; each cell between four nodes
/// consists of two triangles with a common edge from node (i + 1, j) to node (i, j + 1).
struct HeightField {
  static constexpr std::string_view kKind = "height_field";
  std::size_t columns = 0;         ///< nodes along x, >= 2
  std::size_t rows = 0;            ///< nodes along y, >= 2
  Vector2 size = Vector2::Zero();  ///< m, > 0: lengths along x and y
  std::vector<double> heights;     ///< m, height of node (i, j) at [j * columns + i]
  /// m, > 0: the terrain is solid to this depth below its least height
  double bottom_margin = 1.0;
  /// Lower bound of all heights [m], also of heights that are changed later; none: the lowest of
  /// `heights`.
  std::optional<double> least_height;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("columns", self.columns);
    field("rows", self.rows);
    field("size", self.size, {"m", Bound::kPositive});
    field("heights", self.heights, "m");
    field("bottom_margin", self.bottom_margin, {"m", Bound::kPositive});
    field("least_height", self.least_height, "m");
  }
};

/// Position of node (i, j) of a height field, in the axes of the shape [m].
inline Vector3 node_of(const HeightField& field, std::size_t i, std::size_t j) {
  const auto along = [](std::size_t k, std::size_t count, double length) {
    return (static_cast<double>(k) / static_cast<double>(count - 1) - 0.5) * length;
  };
  return {along(i, field.columns, field.size.x()), along(j, field.rows, field.size.y()),
          field.heights[j * field.columns + i]};
}

/// Indices of the three nodes of triangle `index` of a height field, counter-clockwise seen from
/// above. The triangles 2 c and 2 c + 1 are the lower left and the upper right triangle of cell c =
/// j (columns - 1) + i.
inline std::array<std::size_t, 3> triangle_of(const HeightField& field, std::size_t index) {
  const std::size_t cell = index / 2;
  const std::size_t node = cell / (field.columns - 1) * field.columns + cell % (field.columns - 1);
  if (index % 2 == 0) return {node, node + 1, node + field.columns};
  return {node + field.columns + 1, node + field.columns, node + 1};
}

struct ShapePart;

/// Several solids that form one shape. A volume in which solids overlap counts more than once for
/// the mass [kg].
struct Composite {
  static constexpr std::string_view kKind = "composite";
  std::vector<ShapePart> parts;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("parts", self.parts);
  }
};

using Geometry = std::variant<Sphere, Box, Cylinder, TriangleMesh, Capsule, Cone, Plane,
                              HollowCylinder, HollowCone, Line, Convex, HeightField, Composite>;

/// A part of a composite.
struct ShapePart {
  Geometry geometry;
  Pose pose;  ///< in the frame of the composite

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field.beside(self.geometry);
    field.pose("", self.pose);
  }
};

/// A homogeneous solid fixed to a body.
struct Shape {
  Geometry geometry;
  double density = 0.0;  ///< kg/m3, > 0
  Pose pose;             ///< origin and axes of the shape in the model frame
};

}  // namespace raftup::solver
