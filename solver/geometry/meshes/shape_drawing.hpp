#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

/// A shape as it is drawn, in its own axes: a list of triangles, counter-clockwise seen from
/// outside.
struct ShapeDrawing {
  std::vector<Vector3> vertices;                        ///< m
  std::vector<Vector3> normals;                         ///< out of the solid, unit, one a vertex
  std::vector<std::array<std::uint32_t, 3>> triangles;  ///< indices of vertices
  Vector3 color = Vector3::Constant(0.7);               ///< diffuse: red, green, blue, 0 to 1

  bool operator==(const ShapeDrawing&) const = default;
};

/// Every kind that has a surface. What is round has its vertices on the true surface and its true
/// normals there; what is flat has the normals of its faces. Of a height field and a terrain it is
/// the surface alone, of a composite all of its parts.
/// @param sectors >= 3, of a whole turn of what is round
/// @throws Error(kInvalidArgument) where check_geometry() does, and for a line and a plane, which
///         have none or no end
ShapeDrawing draw(const Geometry& geometry, std::size_t sectors = 48);

}  // namespace raftup::solver
