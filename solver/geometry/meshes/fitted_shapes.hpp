#pragma once

#include <array>
#include <span>
#include <string_view>

#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

/// A shape around points.
template <typename Kind>
struct Fitted {
  Kind shape;
  Pose pose;  ///< in the frame of the points
};

/// Which way the axis of a cylinder or a capsule goes.
enum class FittedAxis {
  kLeastVolume,  ///< whichever of the six makes it smallest
  kLongest,      ///< along the longest edge of the least box
  kMiddle,
  kShortest,
};

constexpr std::array<std::string_view, 4> names_of(FittedAxis /*of*/) {
  return {"least_volume", "longest", "middle", "shortest"};
}

/// The least box of all that have a face flat on a face of the points' hull, its edges in the order
/// of their lengths, the longest along x. The least box of all can have none and be smaller: two
/// neighbouring faces of it then only have edges of the hull.
/// @throws Error(kInvalidArgument) where convex_hull() does
/// @source O'Rourke (1985), Finding minimal enclosing boxes; the rectangle in the plane of a face
/// by Freeman and Shapira (1975)
Fitted<Box> fitted_box(std::span<const Vector3> points);

/// The least cylinder about one of six axes: those of the fitted box and the principal axes of the
/// points' hull.
/// @throws Error(kInvalidArgument) where convex_hull() does
Fitted<Cylinder> fitted_cylinder(std::span<const Vector3> points,
                                 FittedAxis axis = FittedAxis::kLeastVolume);

/// The least capsule of the radius that the points need about one of these axes. Of points that a
/// ball of this radius holds its cylinder is a millionth of the radius high.
/// @throws Error(kInvalidArgument) where convex_hull() does
Fitted<Capsule> fitted_capsule(std::span<const Vector3> points,
                               FittedAxis axis = FittedAxis::kLeastVolume);

}  // namespace raftup::solver
