#pragma once

#include "solver/model/bodies/kinematics.hpp"
#include "solver/model/water/added_mass_options.hpp"

namespace raftup::solver {

/// The rotation R_i from the hydro frame of a body to world axes.
/// @param world_frame rotation of HydroFrame::kWorld, which is constant
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

/// Transforms a twist or wrench from world axes to the hydro frame of a body.
inline Vector6 to_hydro_frame(HydroFrame frame, const Matrix3& world_frame,
                              const BodyKinematics& body, const Vector6& v) {
  if (frame == HydroFrame::kHeading) return body.heading.from_world(v);
  const Matrix3 R = hydro_frame(frame, world_frame, body);
  Vector6 turned;
  turned << R.transpose() * v.head<3>(), R.transpose() * v.tail<3>();
  return turned;
}

/// Transforms a twist or wrench from the hydro frame of a body to world axes.
inline Vector6 from_hydro_frame(HydroFrame frame, const Matrix3& world_frame,
                                const BodyKinematics& body, const Vector6& v) {
  if (frame == HydroFrame::kHeading) return body.heading.to_world(v);
  const Matrix3 R = hydro_frame(frame, world_frame, body);
  Vector6 turned;
  turned << R * v.head<3>(), R * v.tail<3>();
  return turned;
}

}  // namespace raftup::solver
