#pragma once

#include <string>

#include "solver/description/violations.hpp"
#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

/// Checks that the position of a shape [m] is finite and that its attitude is a unit quaternion.
/// @throws Error(kInvalidArgument) otherwise
void check_shape_pose(const Pose& pose);

/// Checks the rules that every use of a shape needs. Sizes [m] must be positive and finite, normals
/// and lines must not have the length 0, and the indices and sizes of meshes and height fields must
/// be consistent.
/// @throws Error(kInvalidArgument) with the rule and the value
void check_geometry(const Geometry& geometry);

/// Adds a violation for each field of a geometry that breaks a rule of its own: a length [m] that
/// is not positive, a height field without matching heights, or a composite without parts. The
/// fields of meshes and of the parts of a composite are not checked.
/// @param path path of the shape in the model, such as "shapes[0]"
void check_geometry_fields(const Geometry& geometry, const std::string& path,
                           Violations& violations);

/// Largest permitted number of corners of a convex shape. It bounds the time for the pairs of faces
/// and corners that are examined when a shape is created and when two shapes touch. The number is a
/// choice, not the result of a measurement.
inline constexpr std::size_t kMostConvexCorners = 5000;

/// Refuses a convex shape with more than kMostConvexCorners corners.
/// @throws Error(kInvalidArgument) for more corners
void require_few_corners(std::size_t count);

}  // namespace raftup::solver
