/// @file The reference point of the coefficients of a body, as far as the data determine it.
#pragma once

#include <optional>
#include <string>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// The stiffness in roll or pitch about the reference point of the coefficients, as it follows from
/// waves much longer than a body.
struct PointEvidence {
  Eigen::Index dof = 0;    ///< 3 roll or 4 pitch, whichever determines the height better
  double height = 0.0;     ///< z of the point above the still water [m]
  double tolerance = 0.0;  ///< m, possible error of the height
  double draught = 0.0;    ///< m, displaced volume over the area of the water plane
};

/// The moment of a wave at the lowest frequency, less what moves the water's inertia and what lifts
/// the body, is a stiffness N times the slope of the surface,
///   X_5 = C_53 eta + N d eta/dx + sum_j (i omega A_5j + B_5j) v_j,  N = rho g (I + V (z_B - z_P)),
/// with P the point of X and A. A filed stiffness has the moment of the weight beside it,
///   C_55 = N - rho g V (z_G - z_P),
/// so that z_P = z_G - (N - C_55) / (rho g V); of C without the weight z_P comes out as z_G.
/// The tolerance is 5 % of N, the next term k g A_55 and what of N is imaginary, over rho g V.
/// @param database coefficients as filed, about whatever point
/// @returns none where waves are not long enough, the volume or the water plane is not known, or
/// surge and sway in the same waves do not follow from volume and added mass
/// @source Newman (1977), section 6.18
std::optional<PointEvidence> reference_point_evidence(const Database& database, Eigen::Index body);

/// Whether the evidence agrees with the point that a reader has assumed.
enum class PointVerdict { kAgrees, kUndecided, kContradicts };

/// @param height z of the assumed point [m]
PointVerdict judge_reference_point(const PointEvidence& evidence, double height);

}  // namespace raftup::hydro
