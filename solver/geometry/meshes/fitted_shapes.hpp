#pragma once

#include <array>
#include <span>
#include <string_view>

#include "solver/model/bodies/shape.hpp"

namespace raftup::solver {

/// A shape fitted around points.
template <typename Kind>
struct Fitted {
  Kind shape;
  Pose pose;  ///< in the frame of the points
};

/// The direction of the axis of a cylinder or a capsule.
enum class FittedAxis {
  kLeastVolume,  ///< the one of the six axes with the least volume
  kLongest,      ///< along the longest edge of the least box
  kMiddle,
  kShortest,
};

constexpr std::array<std::string_view, 4> names_of(FittedAxis /*of*/) {
  return {"least_volume", "longest", "middle", "shortest"};
}

/// The box of least volume [m3] among those that have a face in a face of the points' hull, with
/// its edges in the order of their lengths, the longest along x. The smallest box of all may have
/// no such face and be smaller; two neighbouring faces of it then contain only edges of the hull.
/// @throws Error(kInvalidArgument) if convex_hull() throws
/// @source O'Rourke (1985), Finding minimal enclosing boxes; the rectangle in the plane of a face
/// by Freeman and Shapira (1975)
Fitted<Box> fitted_box(std::span<const Vector3> points);

/// The cylinder of least volume about one of six axes: those of the fitted box and the principal
/// axes of the points' hull.
/// @throws Error(kInvalidArgument) if convex_hull() throws
Fitted<Cylinder> fitted_cylinder(std::span<const Vector3> points,
                                 FittedAxis axis = FittedAxis::kLeastVolume);

/// The capsule of least volume with the radius that the points need about one of these axes. If a
/// ball of this radius contains all points, the cylinder of the capsule is a millionth of the
/// radius high.
/// @throws Error(kInvalidArgument) if convex_hull() throws
Fitted<Capsule> fitted_capsule(std::span<const Vector3> points,
                               FittedAxis axis = FittedAxis::kLeastVolume);

}  // namespace raftup::solver
