#pragma once

#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Turns coefficients filed about points O into those about the centres of gravity G:
///   v_O = H v_G, H = [I, -[r]x; 0, I], r = O - G,
///   A_ij^G = H_i^T A_ij^O H_j, B, K and C likewise, X_i^G = H_i^T X_i^O, mean drift likewise.
/// C is turned so as well, which holds for a body whose weight and buoyancy balance.
/// @throws Error(kInvalidArgument) where qtfs would have to be turned
/// @param points [m], in the database's frame, one per body
void move_to_centers_of_gravity(Database& database, const std::vector<Vector3>& points);

}  // namespace raftup::hydro
