#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "hydro/configurations/database_family.hpp"

namespace raftup::hydro {

/// True if the bytes are those of a family of databases: HDF5 whose root has the attribute `format`
/// "raftup-family".
bool is_family(std::span<const std::byte> image);

/// Turns the coefficients of one body from the database's axes into those of its own bow, which
/// points `heading` away from the database's x axis [rad]:
///   A = Q^T A Q with Q = blkdiag(R, R) in the rows and columns of the body, B, A_inf, K and C
///   likewise, X(b) = Q^T X(b + heading), the waves b from its own bow, mean drift likewise.
/// Forces are interpolated over the wave directions with their phase at the body itself
/// (HeadingInterpolation): exact where the heading is a multiple of the spacing of directions.
/// @throws Error(kInvalidArgument) where the wave directions do not go round the circle, or the
///         database has quadratic transfer functions
void turn_into_own_heading(Database& database, std::size_t body, double heading);

/// Reads a family, as docs/hydro/databases.md describes its file: the dataset `positions`
/// [nodes, 1, 3] (x m, y m, heading deg of the second body in the heading frame of the first) and
/// below nodes/0000, nodes/0001, ... what a file of Raftup's own layout has at its root, each
/// node's dofs along the axes of its database.
/// @throws Error(kInvalidArgument) naming node, dataset, rule and value, as make_database_family()
///         does
DatabaseFamily read_family(std::span<const std::byte> image);

/// Writes a family as a file that read_family() reads.
/// @param positions relative positions of the second body [m, m, rad], one per node
/// @param nodes     with the dofs of all bodies along the axes of the database
std::vector<std::byte> write_family(const std::vector<Configuration>& positions,
                                    const std::vector<Database>& nodes);

}  // namespace raftup::hydro
