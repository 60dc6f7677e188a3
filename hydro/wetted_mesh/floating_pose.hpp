#pragma once

#include <optional>

#include "hydro/wetted_mesh/hull_pressure.hpp"

namespace raftup::hydro {

/// The pose at which a hull floats in still water under its weight alone.
struct FloatingPose {
  HullPose pose;
  Displacement displacement;
  Vector3 moved = Vector3::Zero();  ///< from the start: up [m], about world x and y [rad]
};

/// What a hull does to come to rest.
enum class FreeMotions {
  kHeaveRollPitch,
  kHeaveAndPitch,  ///< at a heel [rad] that is given
};

/// Newton's method on heave, roll and pitch:
///   rho g K (dz, droll, dpitch) = (F_z - W, M_x, M_y),
/// K the hydrostatic stiffness there. Where K is not positive it is shifted, so that a step goes
/// down the potential: what is found is stable but for saddles that the start lies on.
/// @param start  where to begin; its x, y and yaw stay
/// @param weight W [N], > 0, at the centre of the pressure
/// @param free   the others stay: roll, about the horizontal axis fore and aft
/// @returns none where the hull sinks, or does not settle in 200 steps
/// @throws Error(kOutOfRange) where an open edge of the mesh comes under water on the way
/// @source Newman (1977), for the stiffness
std::optional<FloatingPose> find_floating_pose(HullPressure& pressure, const HullPose& start,
                                               double weight,
                                               FreeMotions free = FreeMotions::kHeaveRollPitch);

}  // namespace raftup::hydro
