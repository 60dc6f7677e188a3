#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

/// Defects of a mesh that disturb contacts or the computation of masses [kg]. The number of a
/// defect is the number of vertices, triangles, edges or rims that have it.
enum class MeshDefectKind {
  kUnmergedVertices,      ///< vertices at the same position as another vertex
  kUnreferencedVertices,  ///< vertices that belong to no triangle
  kDegenerateTriangles,   ///< triangles without area
  kDuplicateTriangles,    ///< triangles with the same three vertices as another triangle
  kOpenEdges,             ///< edges of only one triangle; not counted for a terrain
  kFlippedEdges,       ///< edges of two triangles that run through the edge in the same direction
  kCrowdedEdges,       ///< edges of more than two triangles
  kHoles,              ///< rims of holes of a terrain, inside its outer rim
  kSkewedRim,          ///< vertices at the rim of a terrain that lie on no side of its rectangle
  kInsideOut,          ///< a closed mesh whose triangles are clockwise seen from outside
  kSelfIntersections,  ///< edges that pass through a triangle
};

constexpr std::array<std::string_view, 11> names_of(MeshDefectKind /*of*/) {
  return {"unmerged_vertices",    "unreferenced_vertices",
          "degenerate_triangles", "duplicate_triangles",
          "open_edges",           "flipped_edges",
          "crowded_edges",        "holes",
          "skewed_rim",           "inside_out",
          "self_intersections"};
}

struct MeshDefect {
  MeshDefectKind kind;
  std::size_t count;
  /// Position of the first one [m]: of a vertex, or the middle of an edge or triangle.
  Vector3 place;
};

/// Finds all defects of a mesh that check_geometry() accepts. Each kind of defect is listed once,
/// in the order of the kinds. Self-intersections are searched for only in meshes of at most 100 000
/// triangles.
std::vector<MeshDefect> find_defects(const TriangleMesh& mesh);

}  // namespace raftup::solver
