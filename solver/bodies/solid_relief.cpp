#include "solver/bodies/solid_relief.hpp"

#include <algorithm>

namespace raftup::solver {

namespace {

/// Nodes of the rim, counter-clockwise seen from above.
std::vector<std::size_t> rim_of(const HeightField& field) {
  const std::size_t columns = field.columns, rows = field.rows;
  std::vector<std::size_t> rim;
  for (std::size_t i = 0; i + 1 < columns; ++i) rim.push_back(i);
  for (std::size_t j = 0; j + 1 < rows; ++j) rim.push_back(j * columns + columns - 1);
  for (std::size_t i = columns - 1; i > 0; --i) rim.push_back((rows - 1) * columns + i);
  for (std::size_t j = rows - 1; j > 0; --j) rim.push_back(j * columns);
  return rim;
}

}  // namespace

TriangleMesh solid_relief(const HeightField& field) {
  TriangleMesh mesh;
  for (std::size_t node = 0; node < field.heights.size(); ++node) {
    mesh.vertices.push_back(node_of(field, node % field.columns, node / field.columns));
  }
  const std::size_t cells = (field.columns - 1) * (field.rows - 1);
  for (std::size_t t = 0; t < 2 * cells; ++t) mesh.triangles.push_back(triangle_of(field, t));
  const double lowest = *std::min_element(field.heights.begin(), field.heights.end());
  const double bottom = field.least_height.value_or(lowest) - field.bottom_margin;
  const std::vector<std::size_t> rim = rim_of(field);
  const std::size_t below = mesh.vertices.size();  // the first of those under the rim
  for (const std::size_t node : rim) {
    const Vector3& above = mesh.vertices[node];
    mesh.vertices.emplace_back(above.x(), above.y(), bottom);
  }
  const std::size_t middle = mesh.vertices.size();
  mesh.vertices.emplace_back(0.0, 0.0, bottom);
  for (std::size_t k = 0; k < rim.size(); ++k) {
    const std::size_t next = (k + 1) % rim.size();
    mesh.triangles.push_back({rim[k], below + k, below + next});
    mesh.triangles.push_back({rim[k], below + next, rim[next]});
    mesh.triangles.push_back({middle, below + next, below + k});
  }
  return mesh;
}

}  // namespace raftup::solver
