#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

/// The orientation of the triangles of a mesh, seen from outside.
enum class Winding {
  kCounterclockwise,  ///< the correct orientation of all triangles
  kClockwise,         ///< all triangles are reversed
  kFirstTriangle,     ///< mixed: the first triangle of each connected part is correct
};

constexpr std::array<std::string_view, 3> names_of(Winding /*of*/) {
  return {"counterclockwise", "clockwise", "first_triangle"};
}

/// The repair operations on a mesh before it becomes a shape, in the order in which they are
/// applied.
struct MeshRepair {
  /// Largest distance of merged vertices [m], >= 0; without it no vertices are merged.
  std::optional<double> merge_distance;
  Winding winding = Winding::kCounterclockwise;
  /// Share of the triangles to keep [1], in (0, 1]; without it the mesh is not simplified.
  std::optional<double> triangle_share;
  /// Largest error of the simplification [m], > 0; without it there is no limit.
  std::optional<double> largest_error;

  template <typename Self, typename Visitor>
  static void fields(Self& self, Visitor& field) {
    field("merge_distance", self.merge_distance, "m");
    field("winding", self.winding);
    field("triangle_share", self.triangle_share);
    field("largest_error", self.largest_error, "m");
  }
};

/// Applies all requested operations of merged(), turned_over(), turned_as_first() and simplified()
/// to a mesh. The triangles of the result are counter-clockwise seen from outside.
/// @throws Error(kInvalidArgument) if an operation or check_geometry() throws
TriangleMesh repaired(TriangleMesh mesh, const MeshRepair& repair);

/// Replaces each vertex by the first vertex within `distance` of it. Triangles that lose a corner
/// and vertices without a triangle are removed.
/// @param distance m, >= 0; with 0 only vertices at the same position are merged
/// @throws Error(kInvalidArgument) with the rule that `distance` violates and its value
/// @source vertex welding: Ericson, Real-Time Collision Detection (2005)
TriangleMesh merged(const TriangleMesh& mesh, double distance);

/// Reverses the orientation of every triangle.
TriangleMesh turned_over(TriangleMesh mesh);

/// Orients all triangles that edges connect like the first triangle of their connected part.
/// @throws Error(kInvalidArgument) if an edge has more than two triangles, or a part is one-sided
///         like a Moebius strip
TriangleMesh turned_as_first(TriangleMesh mesh);

/// Reduces the number of triangles of a mesh by collapsing the edges whose removal changes the
/// surface least; connected parts and holes are kept. A closed mesh stays closed, unless so few
/// triangles are left that sheets of it meet in an edge. The rim of a terrain is kept, and
/// triangles between rim vertices may have no area.
/// @param share share of the triangles to keep [1], in (0, 1]; the result is as near to it as
///         shape, holes and `largest_error` permit
/// @param largest_error m, > 0: largest displacement of the surface, as quadrics estimate it;
///         without it only the share counts
/// @throws Error(kInvalidArgument) with the violated rule and the value, and if no triangle would
///         be left
/// @source Garland and Heckbert (1997), Surface simplification using quadric error metrics;
/// meshoptimizer, in single precision about the middle of the mesh
TriangleMesh simplified(const TriangleMesh& mesh, double share,
                        std::optional<double> largest_error = {});

/// Returns the mesh without vertices that belong to no triangle; the other vertices keep their
/// order.
TriangleMesh without_loose_vertices(const TriangleMesh& mesh);

}  // namespace raftup::solver
