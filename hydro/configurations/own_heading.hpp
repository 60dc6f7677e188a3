#pragma once

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Turns the coefficients of one body from the database's axes into those of its own bow, which
/// points `heading` away from the database's x axis [rad]:
///   A = Q^T A Q with Q = blkdiag(R, R) in the rows and columns of the body, B, A_inf, K and C
///   likewise, X(b) = Q^T X(b + heading), the waves b from its own bow, mean drift likewise.
/// Forces are interpolated over the wave directions with their phase at the body itself
/// (HeadingInterpolation): exact where the heading is a multiple of the spacing of directions.
/// @throws Error(kInvalidArgument) where the wave directions do not go round the circle, or the
///         database has quadratic transfer functions
void turn_into_own_heading(Database& database, std::size_t body, double heading);

}  // namespace raftup::hydro
