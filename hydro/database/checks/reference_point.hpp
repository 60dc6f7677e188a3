/// @file Estimate of the point that the coefficients of a body refer to, from the excitation in
///         long waves.
#pragma once

#include <optional>
#include <string>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Estimated height of the reference point of the coefficients of a body. It follows from the
/// moments in roll or pitch in waves much longer than the body.
struct PointEvidence {
  Eigen::Index dof = 0;    ///< dof that determines the height best: 3 for roll or 4 for pitch
  double height = 0.0;     ///< height z of the reference point above the still water [m]
  double tolerance = 0.0;  ///< possible error of the height [m]
  double draught = 0.0;    ///< draft: displaced volume over the area of the water plane [m]
};

/// Estimates the height of the reference point P of the excitation X and the added mass A of a
/// body.
///
/// At the lowest frequency of the database, the wave moment has three parts: the moment of the lift
/// of the body, the product of a stiffness N and the slope of the surface, and the moment of the
/// inertia and damping of the water,
///   X_5 = C_53 eta + N d eta/dx + sum_j (i omega A_5j + B_5j) v_j,  N = rho g (I + V (z_B - z_P)).
/// The stiffness matrix of the database also contains the moment of the weight,
///   C_55 = N - rho g V (z_G - z_P),
/// so that z_P = z_G - (N - C_55) / (rho g V). If C lacks the weight, the result is z_P = z_G. The
/// tolerance is the sum of 5 % of |N|, of the next term k g A_55 of the expansion and of the
/// imaginary part of N, divided by rho g V.
/// @param database coefficients as in the file, about any point
/// @returns nothing if the waves are not long enough, if the volume or the area of the water plane
///          is not known, or if the forces in surge and sway in the same waves disagree with volume
///          and added mass
/// @source Newman (1977), section 6.18
std::optional<PointEvidence> reference_point_evidence(const Database& database, Eigen::Index body);

/// Result of the comparison of an estimated reference point with the point that a reader has
/// assumed.
enum class PointVerdict { kAgrees, kUndecided, kContradicts };

/// Compares an estimated reference point with an assumed one. The result is kUndecided if a point
/// at the still water plane would agree with the estimate as well.
/// @param height height z of the assumed point [m]
PointVerdict judge_reference_point(const PointEvidence& evidence, double height);

}  // namespace raftup::hydro
