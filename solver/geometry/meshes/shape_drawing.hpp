#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

/// A shape for drawing, in its own axes: a list of triangles, counter-clockwise seen from outside.
struct ShapeDrawing {
  std::vector<Vector3> vertices;  ///< positions of the vertices [m]
  /// Normals of the surface, out of the solid, unit vectors, one per vertex.
  std::vector<Vector3> normals;
  /// Triangles, each as three indices of vertices.
  std::vector<std::array<std::uint32_t, 3>> triangles;
  Vector3 color = Vector3::Constant(0.7);  ///< diffuse color: red, green, blue, 0 to 1

  bool operator==(const ShapeDrawing&) const = default;
};

/// Returns the triangles of a shape that has a surface [m]. Round shapes have vertices on the true
/// surface, with its true normals; flat faces have the normals of the faces. A height field or a
/// terrain is drawn as its surface only, a composite as all of its parts.
/// @param sectors >= 3, number of sectors of a full turn of round shapes
/// @throws Error(kInvalidArgument) if check_geometry() throws, and for a line or a plane, which has
///         no surface or no end
ShapeDrawing draw(const Geometry& geometry, std::size_t sectors = 48);

}  // namespace raftup::solver
