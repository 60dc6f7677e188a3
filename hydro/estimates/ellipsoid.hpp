#pragma once

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Added mass of an ellipsoid in unbounded water at rest, about its center and along its axes [kg,
/// kg m2]. With the semi-axes a, b, c, the volume V and
///   alpha = a b c int_0^inf dl/((a^2 + l) D),  D = sqrt((a^2 + l)(b^2 + l)(c^2 + l)),
/// beta and gamma alike for b and c, it is diagonal with
///   A_11 = rho V alpha/(2 - alpha),
///   A_44 = rho V/5 (b^2 - c^2)^2 (gamma - beta)/(2 (b^2 - c^2) + (b^2 + c^2)(beta - gamma)),
/// and the others by exchange of the axes. A sphere has half of the mass of its water and no added
/// inertia.
/// @param semi_axes a, b, c [m], > 0
/// @param density   density of the water [kg/m3], > 0
/// @throws Error(kInvalidArgument) if a semi-axis or the density is not positive
/// @source Lamb, Hydrodynamics (1932), articles 114, 115 and 373
Matrix6 ellipsoid_added_mass(const Vector3& semi_axes, double density);

}  // namespace raftup::hydro
