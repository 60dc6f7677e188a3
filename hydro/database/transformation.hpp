/// @file What turns a database into another: of other bodies, about other points.
#pragma once

#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Returns a database with the bodies `bodies` (0-based indices in `database`) in that order. Rows
/// and columns of every matrix and rows of every transfer function are selected accordingly. The
/// other bodies remain as the solution treated them, fixed in the waves.
/// If the selection differs from the whole, its digest is that of "<digest>:<places>", so that
/// results for it are not mistaken for those of the whole file. The findings remain those of the
/// file.
/// @throws Error(kOutOfRange) for an index that does not exist
/// @throws Error(kInvalidArgument) if `bodies` is empty or names a body twice
Database select_bodies(const Database& database, const std::vector<Eigen::Index>& bodies);

/// H of the twists v_O = H v_G of all bodies, 6N x 6N: blocks [I, -[r]x; 0, I] on the diagonal.
/// @param levers r = O - G of each body [m]
MatrixXd twist_transform(const std::vector<Vector3>& levers);

/// A database whose coefficients are about other points than the centres of gravity of its bodies,
/// as one about them: move_to_centers_of_gravity(). If a point differs, the digest is that of
/// "<digest>:about:<points>", so that results for it are not mistaken for those of the file.
/// @param points [m], in the database's frame, one per body
Database about_centers_of_gravity(const Database& database, const std::vector<Vector3>& points);

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
