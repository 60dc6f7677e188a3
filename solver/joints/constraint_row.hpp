/// @file The elementary functions g(q) of two bodies [m, rad] from which every joint, drive and
///         spring is made. x_i is the center of mass, r_i the arm from it to the point p_i, and d =
///         p_1 - p_2, in world axes. Each function is constant for motions of both bodies as one,
///         so that its force conserves momentum and angular momentum.
#pragma once

#include "solver/joints/attached_frame.hpp"

namespace raftup::solver {

/// One function g(q) at one instant: dg/dt = G_1 v_1 + G_2 v_2 and d2g/dt2 = G a + bias, on twists
/// [linear; angular] at the centers of mass in world axes.
struct ConstraintRow {
  double value = 0.0;               ///< g [m, rad]
  std::array<Vector6, 2> jacobian;  ///< G_1, G_2; meaningless for a side that is the world
  double bias = 0.0;                ///< (dG/dt) v [m/s2, rad/s2]
};

/// Displacement of point 1 from point 2 along an axis e that is fixed in body 2:
///   g = e . d,  G_1 = [e; r_1 x e],  G_2 = -[e; (p_1 - x_2) x e].
/// @source Haug, Computer Aided Kinematics and Dynamics of Mechanical Systems (1989), the second
///         dot product
ConstraintRow translation_row(const JointMotion& motion, const Vector3& axis);

/// The distance of the points minus a length [m]:
///   g = |d| - length,  n = d / |d|,  G_1 = [n; r_1 x n],  G_2 = -[n; r_2 x n].
/// Not a number if the points coincide.
/// @source Haug (1989), distance between points
ConstraintRow distance_row(const JointMotion& motion, double length);

/// Angle of body 1 from body 2 about an axis z that is fixed in one of them, the `carrier`: between
/// the marker axes m_1 and m_2 of their frames seen along z. In (-pi, pi]; with m the marker of the
/// body that does not carry z and c = m . z,
///   G_1 = [0; (z - c m) / (1 - c^2)] = -G_2.
/// Not a number if m points along z.
/// @param carrier  side of the axis: 0 = body 1, 1 = body 2
/// @param axis     column of its frame
/// @param marker   column of both frames, another than `axis`
/// @source Haug (1989), relative angle of rotation
ConstraintRow angle_row(const JointMotion& motion, std::size_t carrier, int axis, int marker);

/// Writes sign * row into row `index` of a block, of which `bodies` is set; its law is left.
void write_row(const ConstraintRow& row, double sign, int index, ConstraintBlock& block);

}  // namespace raftup::solver
