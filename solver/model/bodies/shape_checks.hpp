#pragma once

#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

/// @throws Error(kInvalidArgument) unless the pose of a shape is finite, its attitude of unit norm
void check_shape_pose(const Pose& pose);

/// What every use of a shape needs: sizes positive and finite, normals and lines not of length 0,
/// meshes and fields with what their indices and sizes say.
/// @throws Error(kInvalidArgument) with rule and value
void check_geometry(const Geometry& geometry);

/// Corners of a convex shape, at most: pairs of faces and corners are looked at where one is made
/// and where two touch.
inline constexpr std::size_t kMostConvexCorners = 5000;

/// @throws Error(kInvalidArgument) where a convex shape has more than kMostConvexCorners
void require_few_corners(std::size_t count);

}  // namespace raftup::solver
