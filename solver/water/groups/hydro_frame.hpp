#pragma once

#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/water/added_mass_options.hpp"

namespace raftup::solver {

/// The rotation R_i of HydroFrame: from the hydro frame of a body to world axes.
/// @param world_frame rotation at which HydroFrame::kWorld is fixed
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

/// A twist or wrench of world axes in the hydro frame.
inline Vector6 to_hydro_frame(HydroFrame frame, const Matrix3& world_frame,
                              const BodyKinematics& body, const Vector6& v) {
  if (frame == HydroFrame::kHeading) return body.heading.from_world(v);
  const Matrix3 R = hydro_frame(frame, world_frame, body);
  Vector6 turned;
  turned << R.transpose() * v.head<3>(), R.transpose() * v.tail<3>();
  return turned;
}

/// The inverse of to_hydro_frame.
inline Vector6 from_hydro_frame(HydroFrame frame, const Matrix3& world_frame,
                                const BodyKinematics& body, const Vector6& v) {
  if (frame == HydroFrame::kHeading) return body.heading.to_world(v);
  const Matrix3 R = hydro_frame(frame, world_frame, body);
  Vector6 turned;
  turned << R * v.head<3>(), R * v.tail<3>();
  return turned;
}

}  // namespace raftup::solver
