#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "hydro/base/finding.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/wetted_mesh/filed_triangles.hpp"

namespace raftup::hydro {

/// The hull of a body as triangles [m, frame of the mesh], whose corners are counter-clockwise as
/// seen from the water. Every HullMesh is valid:
///  - the coordinates of all vertices are at most 1e6 m in magnitude, every vertex is used, no two
///    vertices are equal, and no triangle has the same corner twice;
///  - neighboring triangles run through their common edge in opposite directions, so that all
///    normals point out of the body, and the volume is positive; a mesh whose normals pointed
///    inwards has been turned over (finding "mesh_turned_over");
///  - every edge has a triangle on both sides, except for open edges, which are recorded, and for
///    slits along T-junctions with an area below 1e-6 of the surface (finding "mesh_t_junctions");
///  - if there are no open edges, |sum A n| <= 1e-6 sum A over the areas A and normals n of all
///    triangles.
/// A mesh may be open at places that the water does not reach; the computation of pressures throws
/// an error if an open edge is under water.
class HullMesh {
 public:
  static constexpr std::size_t kMostTriangles = FiledTriangles::kMostTriangles;
  /// Largest area, relative to the surface, of gaps in a mesh that counts as closed [1].
  static constexpr double kClosed = 1e-6;

  /// What a mesh must enclose.
  enum class Form {
    kHull,  ///< a volume, as described above
    /// Nothing, such as a plate with two faces: the volume of a surface may be 0 m3, and its normals
    /// are then those of the triangles as given. One that has a volume is a hull.
    kSurface,
  };

  /// @param vertices  positions of the vertices [m]; equal vertices are merged
  /// @param triangles triangles that have the same corner twice are left out
  /// @throws Error(kInvalidArgument) with the entry that violates a rule, the rule and the value
  HullMesh(std::vector<Vector3> vertices, std::vector<MeshTriangle> triangles);
  explicit HullMesh(const FiledTriangles& filed, Form form = Form::kHull);

  /// Positions of the vertices [m].
  const std::vector<Vector3>& vertices() const { return vertices_; }
  const std::vector<MeshTriangle>& triangles() const { return triangles_; }
  /// Indices of the vertices at the ends of open edges, ascending; empty if the mesh is closed.
  const std::vector<std::uint32_t>& open_vertices() const { return open_vertices_; }
  bool is_closed() const { return open_vertices_.empty(); }
  /// Volume [m3] that is enclosed by the mesh and, if it is open, by cones over the rims of its
  /// holes; 0 for a surface that encloses nothing.
  double volume() const { return volume_; }
  /// Findings about the mesh, such as "mesh_open".
  const Findings& findings() const { return findings_; }

 private:
  using Edge = std::array<std::uint32_t, 2>;

  std::vector<Edge> find_open_edges() const;
  void store_open_edges(const std::vector<Edge>& edges);
  void orient(Form form);
  void check_closed() const;
  double area() const;

  std::vector<Vector3> vertices_;
  std::vector<MeshTriangle> triangles_;
  std::vector<std::uint32_t> open_vertices_;
  double volume_ = 0.0;
  Findings findings_;
};

/// Returns half of the cross product of two edges of a triangle [m2]: its area times the normal out
/// of the body.
inline Vector3 area_vector(const Vector3& a, const Vector3& b, const Vector3& c) {
  return 0.5 * (b - a).cross(c - a);
}

}  // namespace raftup::hydro
