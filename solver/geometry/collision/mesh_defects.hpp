#pragma once

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

/// Defects of a mesh that disturb contacts or the computation of masses [kg].
enum class MeshDefectKind {
  kUnmergedVertices,      ///< at the same position as another vertex
  kUnreferencedVertices,  ///< of no triangle
  kDegenerateTriangles,   ///< without area
  kDuplicateTriangles,    ///< of the same three vertices as another one
  kOpenEdges,             ///< of one triangle; of a terrain none
  kFlippedEdges,          ///< of two triangles that run through them in the same direction
  kCrowdedEdges,          ///< of more than two triangles
  kHoles,                 ///< rims of a terrain within its outer one
  kSkewedRim,             ///< vertices at the rim of a terrain that lie on no side of its rectangle
  kInsideOut,             ///< closed, its triangles clockwise seen from outside
  kSelfIntersections,     ///< edges that go through a triangle
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
  Vector3 place;  ///< m: of the first, a vertex or the middle of an edge or triangle
};

/// Finds all defects of a mesh that check_geometry() accepts, each kind once, in the order of the
/// kinds. Self-intersections are searched for in meshes of at most 100 000 triangles.
std::vector<MeshDefect> find_defects(const TriangleMesh& mesh);

}  // namespace raftup::solver
