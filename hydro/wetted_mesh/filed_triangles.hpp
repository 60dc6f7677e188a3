#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Corners of a triangle, indices of vertices.
using MeshTriangle = std::array<std::uint32_t, 3>;

/// Triangles as they are in a file, whatever surface they form. Invariant: vertices lie within 1e6
/// m, all of them are used, no two are the same, and no triangle has a corner twice.
class FiledTriangles {
 public:
  static constexpr std::size_t kMostTriangles = 1'000'000;
  static constexpr double kFarthest = 1e6;  ///< m: no coordinate is larger

  /// @param vertices  m; equal ones become one, in the order in which triangles first use them
  /// @param triangles those with a corner twice are left out
  /// @throws Error(kInvalidArgument) naming the entry that breaks a rule, the rule and the value
  FiledTriangles(std::vector<Vector3> vertices, std::vector<MeshTriangle> triangles);

  const std::vector<Vector3>& vertices() const { return vertices_; }  ///< m
  const std::vector<MeshTriangle>& triangles() const { return triangles_; }

 private:
  void check_sizes() const;
  void weld();

  std::vector<Vector3> vertices_;
  std::vector<MeshTriangle> triangles_;
};

}  // namespace raftup::hydro
