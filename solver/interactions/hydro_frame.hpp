#pragma once

#include "solver/bodies/kinematics.hpp"
#include "solver/interactions/added_mass_options.hpp"

namespace raftup::solver {

/// R_i of HydroFrame: from the hydro frame of a body into the world.
/// @param world_frame what HydroFrame::kWorld is frozen at
inline Matrix3 hydro_frame(HydroFrame frame, const Matrix3& world_frame,
                           const BodyKinematics& body) {
  switch (frame) {
    case HydroFrame::kHeading:
      return body.heading.rotation();
    case HydroFrame::kBody:
    case HydroFrame::kFirstBody:
      return body.rotation;
    case HydroFrame::kWorld:
      break;
  }
  return world_frame;
}

}  // namespace raftup::solver
