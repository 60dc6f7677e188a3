#pragma once

#include <optional>

#include "solver/bodies/shape.hpp"

namespace raftup::solver {

/// A mesh of fewer triangles on some of its vertices, by edges that collapse where they are missed
/// least; its parts and holes stay. The rim of a terrain stays as it is; triangles between its
/// vertices may be left without an area.
/// @param share 1, in (0, 1]: of the triangles, as near as shape, holes and `largest_error` let it
/// @param largest_error m, > 0: how far the surface may go, by the estimate of quadrics; none: as
///        far as the share takes
/// @throws Error(kInvalidArgument) with rule and value, and where nothing would be left
/// @source Garland and Heckbert (1997), Surface simplification using quadric error metrics;
/// meshoptimizer, in single precision about the middle of the mesh
TriangleMesh simplified(const TriangleMesh& mesh, double share,
                        std::optional<double> largest_error = {});

}  // namespace raftup::solver
