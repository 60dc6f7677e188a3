#pragma once

#include <span>

#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

/// The convex hull of points, computed by Qhull. Its vertices have the order of the points.
/// @throws Error(kInvalidArgument) if there are less than four points, one is not finite, or all
///         lie in a plane
/// @source Barber, Dobkin, Huhdanpaa (1996)
Convex convex_hull(std::span<const Vector3> points);

}  // namespace raftup::solver
