/// @file Meshes and height fields for tests of collision.
#pragma once

#include "solver/model/bodies/shape.hpp"

namespace raftup::testing {

/// A square field with so many nodes along an edge, its heights those of a function of x and y.
template <typename Heights>
solver::HeightField field_of(const Heights& heights, std::size_t nodes, double length) {
  solver::HeightField field;
  field.columns = nodes;
  field.rows = nodes;
  field.size = {length, length};
  field.heights.assign(nodes * nodes, 0.0);
  for (std::size_t node = 0; node < nodes * nodes; ++node) {
    const Vector3 at = node_of(field, node % nodes, node / nodes);
    field.heights[node] = heights(at.x(), at.y());
  }
  return field;
}

/// The triangles of a field.
inline solver::TriangleMesh mesh_of(const solver::HeightField& field) {
  solver::TriangleMesh mesh;
  for (std::size_t node = 0; node < field.heights.size(); ++node) {
    mesh.vertices.push_back(node_of(field, node % field.columns, node / field.columns));
  }
  for (std::size_t t = 0; t < 2 * (field.columns - 1) * (field.rows - 1); ++t) {
    mesh.triangles.push_back(triangle_of(field, t));
  }
  return mesh;
}

/// A cuboid's surface, corner (i, j, k) at vertex 4 i + 2 j + k.
inline solver::TriangleMesh mesh_of(const solver::Box& box) {
  solver::TriangleMesh mesh;
  for (int corner = 0; corner < 8; ++corner) {
    const Vector3 way(corner >> 2, (corner >> 1) & 1, corner & 1);
    mesh.vertices.emplace_back(box.size.cwiseProduct(way - Vector3::Constant(0.5)));
  }
  mesh.triangles = {{0, 1, 3}, {0, 3, 2}, {4, 6, 7}, {4, 7, 5}, {0, 4, 5}, {0, 5, 1},
                    {2, 3, 7}, {2, 7, 6}, {0, 2, 6}, {0, 6, 4}, {1, 5, 7}, {1, 7, 3}};
  return mesh;
}

}  // namespace raftup::testing
