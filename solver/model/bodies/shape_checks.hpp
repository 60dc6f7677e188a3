#pragma once

#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

/// Requires that the pose of a shape [m] is finite and its attitude a unit quaternion.
/// @throws Error(kInvalidArgument) otherwise
void check_shape_pose(const Pose& pose);

/// Checks the rules that every use of a shape needs: sizes [m] are positive and finite, normals and
/// lines have a length, and the indices and sizes of meshes and fields fit together.
/// @throws Error(kInvalidArgument) with rule and value
void check_geometry(const Geometry& geometry);

/// Largest number of corners of a convex shape. Pairs of faces and corners are examined when a
/// shape is made and when two shapes touch. Chosen, not swept.
inline constexpr std::size_t kMostConvexCorners = 5000;

/// Refuses a convex shape with too many corners.
/// @throws Error(kInvalidArgument) for more corners than kMostConvexCorners
void require_few_corners(std::size_t count);

}  // namespace raftup::solver
