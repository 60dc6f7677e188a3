#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "hydro/configurations/database_family.hpp"

namespace raftup::hydro {

/// Returns true if the bytes are those of a file with a family of databases: an HDF5 file whose
/// root has the attribute `format` with the value "raftup-family".
bool is_family(std::span<const std::byte> image);

/// Transforms the coefficients of one body from the axes of the database to the axes of its own
/// heading, whose angle from the x axis of the database is `heading` [rad]:
///   A = Q^T A Q with Q = blkdiag(R, R) in the rows and columns of the body,
///   X(b) = Q^T X(b + heading),
/// where R is the rotation by the heading and b the wave direction relative to the heading of the
/// body. B, A_inf, K and C are transformed as A, and the mean drift force as X. Forces are
/// interpolated over the wave directions with their phase at the body itself
/// (HeadingInterpolation); this is exact if the heading is a multiple of the spacing of the
/// directions.
/// @throws Error(kInvalidArgument) if the wave directions do not cover the circle, or if the
///          database has quadratic transfer functions
void turn_into_own_heading(Database& database, std::size_t body, double heading);

/// Reads a family of databases from a file that docs/hydro/databases.md describes. The dataset
/// `positions` [nodes, 1, 3] contains x [m], y [m] and heading [deg] of the second body in the
/// heading frame of the first. The groups nodes/0000, nodes/0001, ... contain what a file in
/// Raftup's own layout contains at its root, with the dofs of all bodies along the axes of the
/// database.
/// A family over axes has the format version 2 and in place of `positions` the datasets `axes`
/// [axes] with the names of AxisQuantity, `axis_values` [nodes, axes] with angles in deg, and
/// optionally `attitudes` [nodes, bodies, 3]: roll, pitch and heading of each body at rest [deg].
/// A family along a track has the format version 3 and `positions` [nodes, bodies - 1, 3] of all
/// bodies except the first, in the order of the track.
/// @throws Error(kInvalidArgument) with the node, the dataset, the rule and the value, as
///          make_database_family(), make_track_family() and make_axis_family() do
DatabaseFamily read_family(std::span<const std::byte> image);

/// Writes a family of databases as a file that read_family() reads.
/// @param positions relative positions of the second body [m, m, rad], one per node
/// @param nodes     databases with the dofs of all bodies along the axes of the database
std::vector<std::byte> write_family(const std::vector<Configuration>& positions,
                                    const std::vector<Database>& nodes);

/// Writes a family along a track as a file that read_family() reads.
/// @param positions relative positions of all bodies except the first [m, m, rad], one per node
/// @param nodes     databases with the dofs of all bodies along the axes of the database
std::vector<std::byte> write_track_family(const std::vector<RelativePositions>& positions,
                                          const std::vector<Database>& nodes);

/// Writes a family over axes as a file that read_family() reads.
/// @param nodes databases with the dofs of all bodies along the axes of the database
std::vector<std::byte> write_axis_family(const AxisNodes& at, const std::vector<Database>& nodes);

}  // namespace raftup::hydro
