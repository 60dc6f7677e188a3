#include "solver/geometry/collision/surface.hpp"

#include <algorithm>
#include <cmath>

#include "hydro/base/whole_number.hpp"

namespace raftup::solver {

namespace {

Bounds bounds_of(const std::array<Vector3, 3>& triangle) {
  Bounds box;
  for (const Vector3& corner : triangle) box.include(corner);
  return box;
}

/// Index k of the interval [k, k + 1] of nodes that contains a coordinate, limited to the field.
std::size_t cell_at(double coordinate, double length, std::size_t nodes) {
  const auto cells = static_cast<double>(nodes - 1);
  const double place = std::floor((coordinate / length + 0.5) * cells);
  return to_integer<std::size_t>(std::clamp(place, 0.0, cells - 1.0), "cell of a height field");
}

}  // namespace

MeshSurface::MeshSurface(const TriangleMesh& mesh) : vertices_(mesh.vertices), edges_(mesh) {
  std::vector<std::vector<std::size_t>> joined(vertices_.size());
  for (std::size_t edge = 0; edge < edges_.count(); ++edge) {
    joined[edges_.from(edge)].push_back(edges_.to(edge));
    joined[edges_.to(edge)].push_back(edges_.from(edge));
  }
  for (std::vector<std::size_t>& others : joined) {
    std::sort(others.begin(), others.end());
    others.erase(std::unique(others.begin(), others.end()), others.end());
    first_neighbor_.push_back(neighbors_.size());
    neighbors_.insert(neighbors_.end(), others.begin(), others.end());
  }
  first_neighbor_.push_back(neighbors_.size());
  Bounds whole;
  std::vector<Bounds> boxes;
  for (std::size_t t = 0; t < mesh.triangles.size(); ++t) {
    Bounds box = bounds_of(triangle(t));
    whole.include(box);
    if (mesh.terrain) box.low.z() -= mesh.bottom_margin;
    boxes.push_back(box);
  }
  if (mesh.terrain) whole.low.z() -= mesh.bottom_margin;
  tree_ = AabbTree(boxes);
  set_extent(whole, mesh.terrain);
}

std::array<std::size_t, 3> MeshSurface::corners(std::size_t triangle) const {
  return {edges_.from(3 * triangle), edges_.from(3 * triangle + 1), edges_.from(3 * triangle + 2)};
}

std::size_t MeshSurface::opposite(std::size_t triangle, std::size_t edge) const {
  const std::size_t partner = edges_.partner(3 * triangle + edge);
  return partner == HalfEdges::kNone ? kNone : edges_.from(HalfEdges::previous(partner));
}

void MeshSurface::add_neighbors(std::size_t vertex, std::vector<std::size_t>& neighbors) const {
  const auto at = [&](std::size_t v) {
    return neighbors_.begin() + static_cast<std::ptrdiff_t>(first_neighbor_[v]);
  };
  neighbors.insert(neighbors.end(), at(vertex), at(vertex + 1));
}

void MeshSurface::add_triangles(const Bounds& box, std::vector<std::size_t>& triangles) const {
  tree_.add_overlapping(box, triangles);
}

FieldSurface::FieldSurface(const HeightField& field) : field_(field) {
  for (std::size_t node = 0; node < field.heights.size(); ++node) {
    nodes_.push_back(node_of(field, node % field.columns, node / field.columns));
  }
  for (std::size_t row = 0; row < field.rows; ++row) rows_.push_back(range_of_row(row));
  fit_extent();
}

FieldSurface::Range FieldSurface::range_of_row(std::size_t row) const {
  const auto first = field_.heights.begin() + static_cast<std::ptrdiff_t>(row * field_.columns);
  const auto [low, high] =
      std::minmax_element(first, first + static_cast<std::ptrdiff_t>(field_.columns));
  return {*low, *high};
}

void FieldSurface::fit_extent() {
  Bounds whole;
  whole.include(nodes_.front());
  whole.include(nodes_.back());
  for (const Range& row : rows_) {
    whole.low.z() = std::min(whole.low.z(), row.low);
    whole.high.z() = std::max(whole.high.z(), row.high);
  }
  whole.low.z() = field_.least_height.value_or(whole.low.z()) - field_.bottom_margin;
  set_extent(whole, true);
}

void FieldSurface::set_heights(std::span<const NodeHeight> heights) {
  for (const NodeHeight& edit : heights) {
    field_.heights[edit.node] = edit.height;
    nodes_[edit.node].z() = edit.height;
  }
  std::size_t last = rows_.size();  // that was gone over: nodes come row after row
  for (const NodeHeight& edit : heights) {
    const std::size_t row = edit.node / field_.columns;
    if (row != last) rows_[row] = range_of_row(row);
    last = row;
  }
  fit_extent();
}

std::array<std::size_t, 3> FieldSurface::corners(std::size_t triangle) const {
  return triangle_of(field_, triangle);
}

std::size_t FieldSurface::opposite(std::size_t triangle, std::size_t edge) const {
  const std::size_t columns = field_.columns;
  const auto [a, b, c] = corners(triangle);
  const std::size_t cell = triangle / 2;
  const std::size_t i = cell % (columns - 1);
  const std::size_t j = cell / (columns - 1);
  if (triangle % 2 == 0) {  // (i, j), (i + 1, j), (i, j + 1)
    if (edge == 0) return j == 0 ? kNone : b - columns;
    if (edge == 1) return c + 1;
    return i == 0 ? kNone : c - 1;
  }
  // (i + 1, j + 1), (i, j + 1), (i + 1, j)
  if (edge == 0) return j + 2 == field_.rows ? kNone : b + columns;
  if (edge == 1) return c - 1;
  return i + 2 == columns ? kNone : c + 1;
}

void FieldSurface::add_neighbors(std::size_t vertex, std::vector<std::size_t>& neighbors) const {
  const std::size_t columns = field_.columns;
  const std::size_t i = vertex % columns;
  const std::size_t j = vertex / columns;
  const bool left = i > 0;
  const bool right = i + 1 < columns;
  const bool below = j > 0;
  const bool above = j + 1 < field_.rows;
  if (below) neighbors.push_back(vertex - columns);
  if (below && right) neighbors.push_back(vertex - columns + 1);
  if (left) neighbors.push_back(vertex - 1);
  if (right) neighbors.push_back(vertex + 1);
  if (above && left) neighbors.push_back(vertex + columns - 1);
  if (above) neighbors.push_back(vertex + columns);
}

void FieldSurface::add_triangles(const Bounds& box, std::vector<std::size_t>& triangles) const {
  if (!box.overlaps(bounds())) return;
  const std::size_t columns = field_.columns;
  const std::size_t i0 = cell_at(box.low.x(), field_.size.x(), columns);
  const std::size_t i1 = cell_at(box.high.x(), field_.size.x(), columns);
  const std::size_t j0 = cell_at(box.low.y(), field_.size.y(), field_.rows);
  const std::size_t j1 = cell_at(box.high.y(), field_.size.y(), field_.rows);
  for (std::size_t j = j0; j <= j1; ++j) {
    for (std::size_t i = i0; i <= i1; ++i) {
      const std::size_t first = 2 * (j * (columns - 1) + i);
      for (const std::size_t index : {first, first + 1}) {
        const auto [a, b, c] = triangle(index);
        if (std::max({a.z(), b.z(), c.z()}) >= box.low.z()) triangles.push_back(index);
      }
    }
  }
}

}  // namespace raftup::solver
