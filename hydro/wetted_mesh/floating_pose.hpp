#pragma once

#include <optional>

#include "hydro/wetted_mesh/hull_pressure.hpp"

namespace raftup::hydro {

/// The pose [m, world] at which a hull floats at rest in still water under its weight alone.
struct FloatingPose {
  HullPose pose;
  /// Displaced volume at this pose [m3], with its moments.
  Displacement displacement;
  /// Change from the start pose: up [m], rotations about world x and y [rad].
  Vector3 moved = Vector3::Zero();
};

/// The motions by which a hull may come to rest.
enum class FreeMotions {
  kHeaveRollPitch,
  kHeaveAndPitch,  ///< the heel angle [rad] is fixed
};

/// Finds the pose at which a hull floats at rest, by Newton's method on heave, roll and pitch:
///   rho g K (dz, droll, dpitch) = (F_z - W, M_x, M_y),
/// where K is the hydrostatic stiffness at the present pose, divided by rho g. Where K is not
/// positive definite it is modified such that a step reduces the potential energy. The resulting
/// pose is therefore stable, unless the start pose is exactly at an unstable equilibrium.
/// @param start  pose from which the search begins; its x, y and yaw are kept
/// @param weight W [N], > 0, acting at the center of the hull (HullPose::center)
/// @param free   motions that are free; with kHeaveAndPitch, the roll about the horizontal axis
///         fore and aft is kept
/// @returns nothing if the hull sinks, or if it does not come to rest within 200 steps
/// @throws Error(kOutOfRange) if an open edge of the mesh comes under water during the search
/// @source Newman (1977), for the stiffness
std::optional<FloatingPose> find_floating_pose(HullPressure& pressure, const HullPose& start,
                                               double weight,
                                               FreeMotions free = FreeMotions::kHeaveRollPitch);

}  // namespace raftup::hydro
