#pragma once

#include <span>

#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

/// The hull of points, by Qhull: its vertices in the order of the points.
/// @throws Error(kInvalidArgument) with less than four points, where one is not finite, or where
///         all lie in a plane
/// @source Barber, Dobkin, Huhdanpaa (1996)
Convex convex_hull(std::span<const Vector3> points);

}  // namespace raftup::solver
