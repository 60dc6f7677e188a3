/// @file The curve in which a hull at rest intersects the still water plane, as a convex polygon.
#pragma once

#include <vector>

#include "hydro/database/database.hpp"
#include "hydro/numerics/types.hpp"
#include "hydro/wetted_mesh/hull_mesh.hpp"

namespace raftup::solver {

/// The corners of a waterline in counter-clockwise order, relative to the center of gravity of the
/// body, in the body axes at rest [m].
using Waterline = std::vector<Vector2>;

/// Computes the waterline of a hull: the convex hull of the points where the edges of its mesh
/// intersect the still water plane. Without a mesh it is an approximation with the area A and the
/// second moments I_L, I_T of the waterplane, which follow from the hydrostatic stiffness. It is an
/// ellipse of semi-axes 2 sqrt(I / A) if A^2 = 4 pi sqrt(I_L I_T) to 2 %, as is true of every
/// ellipse. Otherwise it is a rectangle of sides sqrt(12 I / A), for which A^2 = 12 sqrt(I_L I_T).
/// @param hull           body of the database
/// @param weight_density rho g of the database [N/m3]
/// @param mesh           in the frame of the database at rest, or null
/// @returns no corners for a body that does not reach the surface
Waterline waterline_of(const hydro::DatabaseBody& hull, double weight_density,
                       const hydro::HullMesh* mesh);

/// The shortest distance between two waterlines [m]. If the waterlines overlap, it is the negative
/// length of the shortest displacement that separates them.
/// @param offset       vector from the center of gravity of the first body to that of the other, in
///                     the axes of the first waterline [m]
/// @param cosine, sine of the angle from the axes of the first waterline to those of the other
double waterline_gap(const Waterline& first, const Waterline& other, const Vector2& offset,
                     double cosine, double sine);

/// The largest distance of a corner of a waterline from the center of gravity [m].
double radius_of(const Waterline& waterline);

}  // namespace raftup::solver
