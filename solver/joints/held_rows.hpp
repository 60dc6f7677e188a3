#pragma once

#include "solver/joints/attached_frame.hpp"
#include "solver/joints/joint.hpp"

namespace raftup::solver {

/// Writes the rows of all dofs that a joint holds but for kDistance: values, Jacobians, biases. A
/// row holds a displacement along an axis a of body 2, or a right angle between an axis u of body 1
/// and an axis w of body 2; with the other axes 0, both are
///   g = a . d + u . w,  n = u x w,  G_1 = [a; r_1 x a + n],  G_2 = -[a; (p_1 - x_2) x a + n].
/// Near g = 0, u . w is the angle of body 1 from body 2 about n. All rows at once, a row a lane.
/// @param block  of which bodies and rows are set
void write_held_rows(JointType type, const JointMotion& motion, ConstraintBlock& block);

}  // namespace raftup::solver
