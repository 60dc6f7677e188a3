#pragma once

#include <optional>

#include "solver/geometry/collision/convex_support.hpp"

namespace raftup::solver {

/// The direction along which two convex shapes have the largest gap, or the least overlap.
struct Separation {
  Vector3 normal = Vector3::UnitZ();  ///< unit vector n, which moves shape 1 out of shape 2
  double gap = 0.0;  ///< g(n) of the shapes including their radii [m]; negative if they overlap
};

/// Gap to which cores that overlap are shifted before their distance is computed, as a share of the
/// smaller size [1]. Chosen, not swept.
inline constexpr double kShiftOfSize = 0.005;

/// Finds the normal n with the largest gap g(n); returns nothing if the gap is above the margin. A
/// displacement by -g(n) separates the shapes for any n, and the search finds the least
/// displacement. For polyhedra the result is the exact maximum over the normals of faces and the
/// pairs of edges. For round cores, and hulls with many edges, it is a local maximum: shape 1 is
/// shifted along n until the shapes are apart, and the next n is the direction of their distance in
/// that position. With a shift s each iteration satisfies
///   g(n') >= g(n) + s (1 - n . n').
/// @param margin     [m]
/// @param remembered the last normal, with which the search begins; or zero
/// @source support functions and separating directions: van den Bergen (2003); Gottschalk, Lin and
///         Manocha (1996) for boxes
std::optional<Separation> separate(const PosedSupport& one, const PosedSupport& two, double margin,
                                   const Vector3& remembered);

}  // namespace raftup::solver
