/// @file The curve in which a hull at rest meets the still water, as a convex polygon.
#pragma once

#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/wetted_mesh/hull_mesh.hpp"

namespace raftup::solver {

/// Corners in counter-clockwise order, relative to the body's center of gravity, in its axes at
/// rest [m].
using Waterline = std::vector<Vector2>;

/// The waterline of a hull: the convex hull of the points where the edges of its mesh meet the
/// still water. Without a mesh it follows from hydrostatics, that is from the area A and the second
/// moments I_L, I_T of the waterplane: an ellipse of semi-axes 2 sqrt(I / A) if A^2 = 4 pi sqrt(I_L
/// I_T) to 2 %, as is true of every ellipse, and otherwise a rectangle of sides sqrt(12 I / A), for
/// which A^2 = 12 sqrt(I_L I_T).
/// @param hull           of the database
/// @param weight_density rho g of the database [N/m3]
/// @param mesh           in the frame of the database at rest, or null
/// @returns no corners for a body that does not reach the surface
Waterline waterline_of(const hydro::DatabaseBody& hull, double weight_density,
                       const hydro::HullMesh* mesh);

/// The shortest distance between two waterlines [m]. If they overlap it is negative: minus the
/// shortest displacement that separates them.
/// @param offset       position of the center of the other, in the axes of the first [m]
/// @param cosine, sine of the angle from the axes of the first to those of the other
double waterline_gap(const Waterline& first, const Waterline& other, const Vector2& offset,
                     double cosine, double sine);

/// The largest distance of a corner from the center of gravity [m].
double radius_of(const Waterline& waterline);

}  // namespace raftup::solver
