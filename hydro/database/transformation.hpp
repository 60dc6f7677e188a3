/// @file What turns a database into another: of other bodies, about other points.
#pragma once

#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// A database with the bodies `bodies` (0-based places in `database`) in that order: rows and
/// columns of every matrix and rows of every transfer function follow. The bodies left out stay
/// what the solution made of them, fixed in the waves.
/// The digest of a true selection is that of "<digest>:<places>": what is computed from it must not
/// be mistaken for what belongs to the whole file. The findings stay those of the file.
/// @throws Error(kOutOfRange) for a place that does not exist
/// @throws Error(kInvalidArgument) where `bodies` is empty or names one twice
Database select_bodies(const Database& database, const std::vector<Eigen::Index>& bodies);

/// Turns coefficients filed about points O into those about the centres of gravity G:
///   v_O = H v_G, H = [I, -[r]x; 0, I], r = O - G,
///   A_ij^G = H_i^T A_ij^O H_j, B, K and C likewise, X_i^G = H_i^T X_i^O, mean drift likewise.
/// C is turned so as well, which holds for a body whose weight and buoyancy balance.
/// Moments of a mean drift force or of a qtf that the file lacks stay absent.
/// @throws Error(kInvalidArgument) where a qtf has a moment without the force that it needs
/// @param points [m], in the database's frame, one per body
/// @source change of the point of reference of wrenches and twists: Featherstone, Rigid Body
///         Dynamics Algorithms (2008)
void move_to_centers_of_gravity(Database& database, const std::vector<Vector3>& points);

/// The same of the quadratic transfer functions alone.
void move_qtfs_to_centers_of_gravity(Database& database, const std::vector<Vector3>& points);

}  // namespace raftup::hydro
