#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hydro/base/finding.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/wetted_mesh/filed_triangles.hpp"

namespace raftup::hydro {

/// The hull of a body as triangles [m, frame of the mesh], counter-clockwise seen from the water. A
/// HullMesh that exists is valid:
/// - vertices lie within 1e6 m; all of them are used and no two are the same; no triangle has a
/// corner
///   twice;
/// - neighbours run through their common edge in opposite directions, so that all normals point out
/// of
///   the body, and the volume is positive: a mesh that was inside out has been turned over
///   ("mesh_turned_over");
/// - every edge has a triangle on both sides, except for open edges, which are known, and for slits
///   along T-junctions, whose area is below 1e-6 of the surface ("mesh_t_junctions");
/// - without open edges |sum A n| <= 1e-6 sum A.
/// A mesh may be open at places that the water does not reach; the computation of pressures refuses
/// an open edge under water.
class HullMesh {
 public:
  static constexpr std::size_t kMostTriangles = FiledTriangles::kMostTriangles;
  static constexpr double kClosed = 1e-6;  ///< of the area of the surface: what counts as closed

  /// @param vertices  m; equal ones become one
  /// @param triangles those with a corner twice are left out
  /// @throws Error(kInvalidArgument) naming the entry that breaks a rule, the rule and the value
  HullMesh(std::vector<Vector3> vertices, std::vector<MeshTriangle> triangles);
  explicit HullMesh(const FiledTriangles& filed);

  const std::vector<Vector3>& vertices() const { return vertices_; }  ///< m
  const std::vector<MeshTriangle>& triangles() const { return triangles_; }
  /// The vertices at the ends of open edges, ascending; none of a closed mesh.
  const std::vector<std::uint32_t>& open_vertices() const { return open_vertices_; }
  bool is_closed() const { return open_vertices_.empty(); }
  /// Enclosed by the mesh and, where it is open, by cones over the rims of its holes [m3].
  double volume() const { return volume_; }
  /// Findings about the mesh.
  const Findings& findings() const { return findings_; }

 private:
  using Edge = std::array<std::uint32_t, 2>;

  std::vector<Edge> find_open_edges() const;
  void store_open_edges(const std::vector<Edge>& edges);
  void orient();
  void check_closed() const;
  double area() const;

  std::vector<Vector3> vertices_;
  std::vector<MeshTriangle> triangles_;
  std::vector<std::uint32_t> open_vertices_;
  double volume_ = 0.0;
  Findings findings_;
};

/// Half of the cross product of two edges [m2]: area times the normal out of the body.
inline Vector3 area_vector(const Vector3& a, const Vector3& b, const Vector3& c) {
  return 0.5 * (b - a).cross(c - a);
}

}  // namespace raftup::hydro
