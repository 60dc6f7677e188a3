#pragma once

#include <array>
#include <cstddef>
#include <variant>
#include <vector>

#include "solver/bodies/rigid_body.hpp"

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

/// A solid bounded by triangles.
struct TriangleMesh {
  std::vector<Vector3> vertices;  ///< m
  /// Indices of the corners, counter-clockwise seen from outside. Closed: each edge belongs to two
  /// triangles, which run through it in opposite directions.
  std::vector<std::array<std::size_t, 3>> triangles;
};

/// A homogeneous solid fixed to a body.
struct Shape {
  std::variant<Sphere, Box, Cylinder, TriangleMesh> geometry;
  double density = 0.0;  ///< kg/m3, > 0
  Pose pose;             ///< of its origin and axes in the model frame
};

}  // namespace raftup::solver
