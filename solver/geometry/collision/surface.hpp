#pragma once

#include <array>
#include <cstddef>
#include <span>
#include <vector>

#include "solver/geometry/collision/aabb_tree.hpp"
#include "solver/geometry/collision/bounds.hpp"
#include "solver/geometry/collision/collision_shape.hpp"
#include "solver/geometry/collision/half_edges.hpp"
#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

/// A surface of triangles with their neighbors: a mesh or a height field [m]. Immutable, except for
/// heights.
class Surface {
 public:
  static constexpr std::size_t kNone = static_cast<std::size_t>(-1);

  virtual ~Surface() = default;
  Surface() = default;
  Surface& operator=(const Surface&) = delete;

  virtual const Vector3& vertex(std::size_t index) const = 0;  ///< position of a vertex [m]
  /// Vertices at the corners of a triangle, counter-clockwise seen from outside.
  virtual std::array<std::size_t, 3> corners(std::size_t triangle) const = 0;
  /// The corner that the neighboring triangle beyond an edge has in addition; edge k begins at
  /// corner k. kNone at the rim of the surface.
  virtual std::size_t opposite(std::size_t triangle, std::size_t edge) const = 0;
  /// Appends the vertices that edges connect with `vertex`.
  virtual void add_neighbors(std::size_t vertex, std::vector<std::size_t>& neighbors) const = 0;
  /// Appends the triangles whose boxes overlap `box`, in ascending order. For a height field,
  /// triangles above `box` are also appended, since its solid is below them.
  virtual void add_triangles(const Bounds& box, std::vector<std::size_t>& triangles) const = 0;

  /// The box around the triangles and, for a terrain, around the solid below them.
  const Bounds& bounds() const { return bounds_; }
  /// True for a surface that is open towards +z and solid below.
  bool terrain() const { return terrain_; }
  /// Half the diagonal of bounds() [m].
  double size() const { return 0.5 * (bounds_.high - bounds_.low).norm(); }

  std::array<Vector3, 3> triangle(std::size_t index) const {
    const auto at = corners(index);
    return {vertex(at[0]), vertex(at[1]), vertex(at[2])};
  }

 protected:
  Surface(const Surface&) = default;
  void set_extent(const Bounds& bounds, bool terrain) {
    bounds_ = bounds;
    terrain_ = terrain;
  }

 private:
  Bounds bounds_;
  bool terrain_ = false;
};

/// A triangle mesh.
class MeshSurface final : public Surface {
 public:
  explicit MeshSurface(const TriangleMesh& mesh);
  const Vector3& vertex(std::size_t index) const override { return vertices_[index]; }
  std::array<std::size_t, 3> corners(std::size_t triangle) const override;
  std::size_t opposite(std::size_t triangle, std::size_t edge) const override;
  void add_neighbors(std::size_t vertex, std::vector<std::size_t>& neighbors) const override;
  void add_triangles(const Bounds& box, std::vector<std::size_t>& triangles) const override;

 private:
  std::vector<Vector3> vertices_;
  HalfEdges edges_;
  std::vector<std::size_t> neighbors_, first_neighbor_;  // of vertex v from first_neighbor_[v]
  AabbTree tree_;
};

/// A height field.
class FieldSurface final : public Surface {
 public:
  explicit FieldSurface(const HeightField& field);
  const Vector3& vertex(std::size_t index) const override { return nodes_[index]; }
  std::array<std::size_t, 3> corners(std::size_t triangle) const override;
  std::size_t opposite(std::size_t triangle, std::size_t edge) const override;
  void add_neighbors(std::size_t vertex, std::vector<std::size_t>& neighbors) const override;
  void add_triangles(const Bounds& box, std::vector<std::size_t>& triangles) const override;

  /// Sets heights [m] of nodes and updates the ranges of their rows.
  void set_heights(std::span<const NodeHeight> heights);

 private:
  /// The least and the greatest height of a row [m].
  struct Range {
    double low, high;
  };
  Range range_of_row(std::size_t row) const;
  void fit_extent();

  HeightField field_;
  std::vector<Vector3> nodes_;
  std::vector<Range> rows_;
};

}  // namespace raftup::solver
