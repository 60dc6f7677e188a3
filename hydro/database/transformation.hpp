/// @file Operations that derive one database from another: selection of bodies and change of
///         reference points.
#pragma once

#include <vector>

#include "hydro/database/database.hpp"

namespace raftup::hydro {

/// Returns a database that contains only the bodies `bodies` (0-based indices in `database`), in
/// that order. Rows and columns of every matrix, rows of every transfer function and points of the
/// wave field are selected accordingly. The other bodies still influence the coefficients as bodies that are fixed in the
/// waves. If the selection differs from the whole, the digest of the result is that of
/// "<digest>:<indices>", so that results for it are not mistaken for those of the whole file. The
/// findings remain those of the file.
/// @throws Error(kOutOfRange) for an index that does not exist
/// @throws Error(kInvalidArgument) if `bodies` is empty or contains a body twice
Database select_bodies(const Database& database, const std::vector<Eigen::Index>& bodies);

/// Returns the matrix H that transforms the twists of all bodies between two points, v_O = H v_G.
/// It is 6N x 6N with the blocks [I, -[r]x; 0, I] on the diagonal, where [r]x is the matrix of the
/// cross product.
/// @param levers r = O - G of each body [m]
MatrixXd twist_transform(const std::vector<Vector3>& levers);

/// Returns a database whose coefficients refer to the centers of gravity of its bodies, from one
/// whose coefficients refer to other points. See move_to_centers_of_gravity(). If a point differs
/// from the center of gravity, the digest of the result is that of "<digest>:about:<points>", so
/// that results for it are not mistaken for those of the file.
/// @param points present reference points in the frame of the database, one per body [m]
Database about_centers_of_gravity(const Database& database, const std::vector<Vector3>& points);

/// Transforms coefficients that refer to points O so that they refer to the centers of gravity G:
///   v_O = H v_G, H = [I, -[r]x; 0, I], r = O - G,
///   A_ij^G = H_i^T A_ij^O H_j, X_i^G = H_i^T X_i^O.
/// B, K and C are transformed as A, and the mean drift force and the radiated elevation as X. For C this holds for a body
/// whose weight and buoyancy balance. Moments of a mean drift force or of a quadratic transfer
/// function that the file lacks stay absent.
/// @throws Error(kInvalidArgument) if a quadratic transfer function has a moment but lacks the
///          force that the transformation of the moment needs
/// @param points reference points O in the frame of the database, one per body [m]
/// @source change of the point of reference of wrenches and twists: Featherstone, Rigid Body
///          Dynamics Algorithms (2008)
void move_to_centers_of_gravity(Database& database, const std::vector<Vector3>& points);

/// Transforms the quadratic transfer functions alone, as move_to_centers_of_gravity() does for all
/// coefficients.
/// @param points reference points in the frame of the database, one per body [m]
void move_qtfs_to_centers_of_gravity(Database& database, const std::vector<Vector3>& points);

}  // namespace raftup::hydro
