#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup {

/// Rotation vector [rad] of a unit quaternion, its angle in [0, pi]; the same bits on every
/// machine.
Vector3 rotation_vector(const Quaternion& rotation);

}  // namespace raftup
