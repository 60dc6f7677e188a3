#pragma once

#include <array>
#include <span>
#include <string_view>

#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

/// A shape that encloses given points.
template <typename Kind>
struct Fitted {
  Kind shape;
  Pose pose;  ///< pose of the shape in the frame of the points
};

/// The direction of the axis of a fitted cylinder or capsule.
enum class FittedAxis {
  kLeastVolume,  ///< the axis with the least volume among six axes
  kLongest,      ///< along the longest edge of the fitted box
  /// Along the middle edge of the fitted box
  kMiddle,
  /// Along the shortest edge of the fitted box.
  kShortest,
};

constexpr std::array<std::string_view, 4> names_of(FittedAxis /*of*/) {
  return {"least_volume", "longest", "middle", "shortest"};
}

/// Finds the box of least volume [m3] around points among the boxes with a face in a face of the
/// convex hull of the points. The longest edge of the box is along x, the shortest along z. The
/// smallest box of all may be smaller: it may have two adjacent faces that contain only an edge of
/// the hull.
/// @throws Error(kInvalidArgument) if convex_hull() throws
/// @source O'Rourke (1985), Finding minimal enclosing boxes; the rectangle in the plane of a face
///         by Freeman and Shapira (1975)
Fitted<Box> fitted_box(std::span<const Vector3> points);

/// Finds the cylinder of least volume around points. Its axis is along one of six axes, the edges
/// of fitted_box() and the principal axes of the hull of the points, or along the given edge.
/// @throws Error(kInvalidArgument) if convex_hull() throws
Fitted<Cylinder> fitted_cylinder(std::span<const Vector3> points,
                                 FittedAxis axis = FittedAxis::kLeastVolume);

/// Finds the capsule of least volume around points. For each axis as in fitted_cylinder(), its
/// radius is that of the cylinder. If a ball of this radius contains all points, the cylindrical
/// part of the capsule has a height of a millionth of the radius.
/// @throws Error(kInvalidArgument) if convex_hull() throws
Fitted<Capsule> fitted_capsule(std::span<const Vector3> points,
                               FittedAxis axis = FittedAxis::kLeastVolume);

}  // namespace raftup::solver
