#pragma once

#include "solver/bodies/shape.hpp"

namespace raftup::solver {

/// @throws Error(kInvalidArgument) unless the pose of a shape is finite, its attitude of unit norm
void check_shape_pose(const Pose& pose);

/// What every use of a shape needs: sizes positive and finite, normals and lines not of length 0,
/// meshes and fields with what their indices and sizes say.
/// @throws Error(kInvalidArgument) with rule and value
void check_geometry(const Geometry& geometry);

}  // namespace raftup::solver
