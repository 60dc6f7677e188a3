#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// A triangle of a mesh, as the indices of its three vertices.
using MeshTriangle = std::array<std::uint32_t, 3>;

/// The triangles of a mesh file, whatever surface they form. Invariant: the coordinates of all
/// vertices are at most 1e6 m in magnitude, every vertex is used, no two vertices are equal, and no
/// triangle has the same corner twice.
class FiledTriangles {
 public:
  static constexpr std::size_t kMostTriangles = 1'000'000;
  static constexpr double kFarthest = 1e6;  ///< largest magnitude of a coordinate [m]

  /// @param vertices  positions of the vertices [m]; equal vertices are merged, in the order in
  ///         which triangles first use them
  /// @param triangles triangles that have the same corner twice are left out
  /// @throws Error(kInvalidArgument) with the entry that violates a rule, the rule and the value
  FiledTriangles(std::vector<Vector3> vertices, std::vector<MeshTriangle> triangles);

  /// Positions of the vertices [m].
  const std::vector<Vector3>& vertices() const { return vertices_; }
  const std::vector<MeshTriangle>& triangles() const { return triangles_; }

 private:
  void check_sizes() const;
  void weld();

  std::vector<Vector3> vertices_;
  std::vector<MeshTriangle> triangles_;
};

}  // namespace raftup::hydro
