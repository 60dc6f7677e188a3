#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <variant>
#include <vector>

#include "solver/model/bodies/rigid_body.hpp"

namespace raftup::solver {

/// A ball, its centre at the origin.
struct Sphere {
  double radius = 0.0;  ///< m, > 0
};

/// A cuboid, its centre at the origin, its edges along the axes.
struct Box {
  Vector3 size = Vector3::Zero();  ///< m, > 0: lengths of the edges
};

/// A circular cylinder, its centre at the origin, its axis along z.
struct Cylinder {
  double radius = 0.0;  ///< m, > 0
  double height = 0.0;  ///< m, > 0
};

/// A cylinder with a half ball on either end, its centre at the origin, its axis along z.
struct Capsule {
  double radius = 0.0;  ///< m, > 0
  double height = 0.0;  ///< m, > 0: of the cylinder between the half balls
};

/// A circular cone that stands on z = 0, its axis along z; cut off where top_radius > 0.
struct Cone {
  double bottom_radius = 0.0;  ///< m, > 0, at z = 0
  double top_radius = 0.0;     ///< m, >= 0, at z = height
  double height = 0.0;         ///< m, > 0
};

/// All points x with normal . x + offset <= 0. It has no volume of its own.
struct Plane {
  Vector3 normal = Vector3::UnitZ();  ///< not zero; its length [1] has no influence
  double offset = 0.0;                ///< m, times the length of the normal
};

/// A tube, its centre at the origin, its axis along z.
struct HollowCylinder {
  double inner_radius = 0.0;  ///< m, > 0
  double thickness = 0.0;     ///< m, > 0
  double height = 0.0;        ///< m, > 0
};

/// A cone with a hole whose wall has the same slope. Radii are those of the outside.
struct HollowCone {
  double bottom_radius = 0.0;  ///< m, > thickness
  double top_radius = 0.0;     ///< m, >= 0; where it is below the thickness the hole ends below
  double height = 0.0;         ///< m, > 0
  double thickness = 0.0;      ///< m, > 0: of the wall, across the axis
};

/// A straight line between two points, for probing; no volume.
struct Line {
  Vector3 begin = Vector3::Zero();  ///< m
  Vector3 end = Vector3::UnitX();   ///< m, not the same
};

/// A solid bounded by triangles.
struct TriangleMesh {
  std::vector<Vector3> vertices;  ///< m
  /// Indices of the corners, counter-clockwise seen from outside. Closed: each edge belongs to two
  /// triangles, which run through it in opposite directions.
  std::vector<std::array<std::size_t, 3>> triangles;
  /// Open towards +z: solid below the surface, down to `bottom_margin` under it. A mesh that is a
  /// terrain needs not be closed.
  bool terrain = false;
  double bottom_margin = 1.0;  ///< m, > 0
};

/// A convex solid. convex_hull() makes one of points.
struct Convex {
  /// Closed and convex, with triangles counter-clockwise seen from outside.
  TriangleMesh surface;
};

/// A terrain over a rectangle of the x-y plane around the origin. Node (i, j) lies at
/// x = (i/(columns - 1) - 1/2) size.x, y = (j/(rows - 1) - 1/2) size.y; each cell is two triangles
/// that meet on the diagonal from its node (i + 1, j) to (i, j + 1).
struct HeightField {
  std::size_t columns = 0;             ///< nodes along x, >= 2
  std::size_t rows = 0;                ///< nodes along y, >= 2
  Vector2 size = Vector2::Zero();      ///< m, > 0
  std::vector<double> heights;         ///< m, [j * columns + i]
  double bottom_margin = 1.0;          ///< m, > 0: solid down to here under the lowest height
  std::optional<double> least_height;  ///< m: no height is lower; default the lowest there is
};

/// Node (i, j) of a field.
inline Vector3 node_of(const HeightField& field, std::size_t i, std::size_t j) {
  const auto along = [](std::size_t k, std::size_t count, double length) {
    return (static_cast<double>(k) / static_cast<double>(count - 1) - 0.5) * length;
  };
  return {along(i, field.columns, field.size.x()), along(j, field.rows, field.size.y()),
          field.heights[j * field.columns + i]};
}

/// Nodes of triangle `index` of a field, counter-clockwise from above: 2 c and 2 c + 1 are the
/// lower left and the upper right one of cell c = j (columns - 1) + i.
inline std::array<std::size_t, 3> triangle_of(const HeightField& field, std::size_t index) {
  const std::size_t cell = index / 2;
  const std::size_t node = cell / (field.columns - 1) * field.columns + cell % (field.columns - 1);
  if (index % 2 == 0) return {node, node + 1, node + field.columns};
  return {node + field.columns + 1, node + field.columns, node + 1};
}

struct ShapePart;

/// Several solids that form one shape. Where they overlap, both count for the mass [kg].
struct Composite {
  std::vector<ShapePart> parts;
};

using Geometry = std::variant<Sphere, Box, Cylinder, TriangleMesh, Capsule, Cone, Plane,
                              HollowCylinder, HollowCone, Line, Convex, HeightField, Composite>;

/// A part of a composite.
struct ShapePart {
  Geometry geometry;
  Pose pose;  ///< in the frame of the composite
};

/// A homogeneous solid fixed to a body.
struct Shape {
  Geometry geometry;
  double density = 0.0;  ///< kg/m3, > 0
  Pose pose;             ///< of its origin and axes in the model frame
};

}  // namespace raftup::solver
