/// @file The line in which a hull at rest meets the still water, as a convex polygon.
#pragma once

#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/wetted_mesh/hull_mesh.hpp"

namespace raftup::solver {

/// Corners counter-clockwise, about the body's centre of gravity, in its axes at rest [m].
using Waterline = std::vector<Vector2>;

/// The convex hull of the points where the edges of the body's mesh pass the still water. Without a
/// mesh what hydrostatics tell: with the area A and the moments I_L, I_T of the water plane an
/// ellipse of semi-axes 2 sqrt(I / A) where A^2 = 4 pi sqrt(I_L I_T) to 2 %, as of every ellipse,
/// else a box of sides sqrt(12 I / A), for which A^2 = 12 sqrt(I_L I_T).
/// @param hull           of the database
/// @param weight_density rho g of the database [N/m3]
/// @param mesh           in the frame of the database at rest, or null
/// @returns none of a body below the surface
Waterline waterline_of(const hydro::DatabaseBody& hull, double weight_density,
                       const hydro::HullMesh* mesh);

/// The shortest way between two waterlines [m]; where they overlap, less than 0: minus the shortest
/// way that parts them.
/// @param offset of the centre of the other, in the axes of the first [m]
/// @param cosine, sine of the angle from the first to the other
double waterline_gap(const Waterline& first, const Waterline& other, const Vector2& offset,
                     double cosine, double sine);

/// The largest distance of a corner from the centre of gravity [m].
double radius_of(const Waterline& waterline);

}  // namespace raftup::solver
