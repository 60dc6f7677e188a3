/// @file The elementary functions g(q) of two bodies [m, rad] from which every joint, drive and
///       spring is made. x_i is the center of mass, r_i the arm from it to the point p_i, and d =
///       p_1 - p_2, in world axes. No function changes if both bodies move together as one rigid
///       body, so that the forces conserve linear and angular momentum.
#pragma once

#include "solver/joints/attached_frame.hpp"

namespace raftup::solver {

/// One scalar function g(q) of the poses of two bodies at one instant, with its derivatives: dg/dt
/// = G_1 v_1 + G_2 v_2 and d2g/dt2 = G a + bias, for twists [linear; angular] at the centers of
/// mass in world axes.
struct ConstraintRow {
  double value = 0.0;               ///< value of the function g [m, rad]
  std::array<Vector6, 2> jacobian;  ///< G_1 and G_2; undefined for a side that is the world
  double bias = 0.0;                ///< bias (dG/dt) v [m/s2, rad/s2]
};

/// Displacement of point 1 from point 2 along an axis e that is fixed in body 2:
///   g = e . d,  G_1 = [e; r_1 x e],  G_2 = -[e; (p_1 - x_2) x e].
/// @source Haug, Computer Aided Kinematics and Dynamics of Mechanical Systems (1989), the second
///         dot product
ConstraintRow translation_row(const JointMotion& motion, const Vector3& axis);

/// The distance of the points of both sides minus a length [m]:
///   g = |d| - length,  n = d / |d|,  G_1 = [n; r_1 x n],  G_2 = -[n; r_2 x n].
/// The result is NaN if the points coincide.
/// @source Haug (1989), distance between points
ConstraintRow distance_row(const JointMotion& motion, double length);

/// Angle of body 1 relative to body 2 about an axis z that is fixed in one of the two bodies, the
/// carrier [rad, in (-pi, pi]]. It is the angle between a marker axis m_1 of the frame of body 1
/// and the same axis m_2 of the frame of body 2, both projected on the plane perpendicular to z.
/// With the marker axis m of the body that does not carry z and c = m . z, the Jacobians are
///   G_1 = [0; (z - c m) / (1 - c^2)] = -G_2.
/// The result is NaN if m is parallel to z.
/// @param carrier  side in which z is fixed: 0 = body 1, 1 = body 2
/// @param axis     column of the frame of that side that is z: 0, 1 or 2
/// @param marker   column of both frames that is the marker axis, different from `axis`
/// @source Haug (1989), relative angle of rotation
ConstraintRow angle_row(const JointMotion& motion, std::size_t carrier, int axis, int marker);

/// Writes sign * row into row `index` of a block, whose `bodies` must be set. The law of the row is
/// not changed.
void write_row(const ConstraintRow& row, double sign, int index, ConstraintBlock& block);

}  // namespace raftup::solver
