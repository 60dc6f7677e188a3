/// @file Estimates the reference point of the coefficients of a body from its longest waves.
#pragma once

#include <optional>
#include <string>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// The height of the reference point of the coefficients, estimated from the stiffness that a body
/// has in roll or pitch in waves much longer than itself.
struct PointEvidence {
  Eigen::Index dof = 0;    ///< 3 roll or 4 pitch, whichever determines the height better
  double height = 0.0;     ///< z of the point above the still water [m]
  double tolerance = 0.0;  ///< m, possible error of the height
  double draught = 0.0;    ///< m, displaced volume over the area of the water plane
};

/// Estimates the height of the reference point P of the excitation X and the added mass A.
///
/// At the lowest frequency of the database, the wave moment is the sum of the moment of the lift of
/// the body, of a stiffness N times the slope of the surface, and of the moment of the inertia and
/// damping of the water,
///   X_5 = C_53 eta + N d eta/dx + sum_j (i omega A_5j + B_5j) v_j,  N = rho g (I + V (z_B - z_P)).
/// The stiffness matrix of the database also contains the moment of the weight,
///   C_55 = N - rho g V (z_G - z_P),
/// so that z_P = z_G - (N - C_55) / (rho g V). If C lacks the weight, the result is z_P = z_G.
/// The tolerance is the sum of 5 % of |N|, of the next term k g A_55 of the expansion and of the
/// imaginary part of N, divided by rho g V.
/// @param database coefficients as the file has them, about any point
/// @returns nothing if the waves are not long enough, if the volume or the area of the water plane
/// is not known, or if surge and sway in the same waves disagree with volume and added mass
/// @source Newman (1977), section 6.18
std::optional<PointEvidence> reference_point_evidence(const Database& database, Eigen::Index body);

/// The result of comparing an estimate with the point that a reader has assumed.
enum class PointVerdict { kAgrees, kUndecided, kContradicts };

/// Compares an estimate with the assumed height. It is undecided if a point at the still water
/// would agree with the estimate as well.
/// @param height z of the assumed point [m]
PointVerdict judge_reference_point(const PointEvidence& evidence, double height);

}  // namespace raftup::hydro
