#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string_view>

#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

/// How the triangles of a mesh run, seen from outside.
enum class Winding {
  kCounterclockwise,  ///< as they should
  kClockwise,         ///< all the other way
  kFirstTriangle,     ///< some this way, some that: the first one of each part runs as it should
};

constexpr std::array<std::string_view, 3> names_of(Winding /*of*/) {
  return {"counterclockwise", "clockwise", "first_triangle"};
}

/// What is done to a mesh before it is a shape, in this order.
struct MeshRepair {
  std::optional<double> merge_distance;  ///< m, >= 0; none: no vertices are merged
  Winding winding = Winding::kCounterclockwise;
  std::optional<double> triangle_share;  ///< 1, in (0, 1]; none: it is not simplified
  std::optional<double> largest_error;   ///< m, > 0, of the simplification; none: any
};

/// The mesh after all that is asked for: counter-clockwise, by merged(), turned_over(),
/// turned_as_first() and simplified().
/// @throws Error(kInvalidArgument) where one of them or check_geometry() does
TriangleMesh repaired(TriangleMesh mesh, const MeshRepair& repair);

/// Each vertex becomes the first one within `distance` of it; triangles that lose a corner are left
/// out, and vertices without a triangle.
/// @param distance m, >= 0; 0: of vertices at the same place
/// @throws Error(kInvalidArgument) with rule and value
/// @source vertex welding: Ericson, Real-Time Collision Detection (2005)
TriangleMesh merged(const TriangleMesh& mesh, double distance);

/// Every triangle the other way round.
TriangleMesh turned_over(TriangleMesh mesh);

/// Triangles that hang together by edges all run as the first of them does.
/// @throws Error(kInvalidArgument) where an edge has more than two triangles, or a part has only
///         one side
TriangleMesh turned_as_first(TriangleMesh mesh);

/// A mesh of fewer triangles on some of its vertices, by edges that collapse where they are missed
/// least; its parts and holes stay. What is closed stays closed, unless so few are left that sheets
/// of it meet in an edge. The rim of a terrain stays as it is; triangles between its vertices may
/// be left without an area.
/// @param share 1, in (0, 1]: of the triangles, as near as shape, holes and `largest_error` let it
/// @param largest_error m, > 0: how far the surface may go, by the estimate of quadrics; none: as
///        far as the share takes
/// @throws Error(kInvalidArgument) with rule and value, and where nothing would be left
/// @source Garland and Heckbert (1997), Surface simplification using quadric error metrics;
/// meshoptimizer, in single precision about the middle of the mesh
TriangleMesh simplified(const TriangleMesh& mesh, double share,
                        std::optional<double> largest_error = {});

/// Vertices without a triangle left out, the others in the same order.
TriangleMesh without_loose_vertices(const TriangleMesh& mesh);

}  // namespace raftup::solver
