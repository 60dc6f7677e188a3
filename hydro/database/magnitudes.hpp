#pragma once

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Checks that the numbers of a database are plausible. Numbers outside the ranges below cannot
/// belong to a vessel or to a model of one: they are in another unit or damaged, and computations
/// with them overflow. The ranges are wide on purpose. From a body of a millimeter (added mass 1e-6
/// kg) to one of a kilometer about a point 10 km away (moment of inertia 1e18 kg m2), every
/// coefficient is well within them.
///   every element of a coefficient                           |value| <= 1e20 (SI)
///   largest |element| of a coefficient that is not all zero  >= 1e-20 (SI)
///   omega 1e-6 to 1e6 rad/s, delays up to 1e8 s, centers within 1e7 m, gravity 1e-2 to 1e3 m/s2,
///   depth >= 1e-3 m, displaced volume 0 or 1e-12 to 1e12 m3
/// @param database its numbers must be finite and its shapes must agree
/// @throws Error(kInvalidArgument) with the coefficient, the rule and the value
void require_plausible_magnitudes(const Database& database);

}  // namespace raftup::hydro
