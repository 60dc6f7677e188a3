#pragma once

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Describes the linear hydrostatics of a body that rests at an attitude as if it rested upright:
///   F = F_0 - C (xi - xi_0) = (F_0 + C xi_0) - C xi,
/// where xi is the displacement from the upright attitude and xi_0 that of the rest pose. The
/// volume and the horizontal place of the center of buoyancy change, C stays. A body without
/// displaced volume is returned unchanged.
/// @param body           volume, centers and C at the rest pose
/// @param rest           displacement xi_0 of the rest pose [m, rad], heading frame
/// @param weight_density rho g [N/m3]
/// @throws Error(kInvalidArgument) if the volume [m3] would not be positive
DatabaseBody as_if_upright(const DatabaseBody& body, const Vector6& rest, double weight_density);

}  // namespace raftup::hydro
