#pragma once

#include <optional>

#include "solver/geometry/collision/convex_support.hpp"

namespace raftup::solver {

/// The direction along which two convex shapes are furthest apart, or overlap least.
struct Separation {
  Vector3 normal = Vector3::UnitZ();  ///< n, unit, moves shape 1 out of shape 2
  double gap = 0.0;                   ///< g(n) [m] of the shapes, radii included; negative: depth
};

/// Distance by which cores are shifted apart before their distance is computed, as a share of the
/// smaller size [1]. Chosen, not swept.
inline constexpr double kShiftOfSize = 0.005;

/// The largest gap g(n) over all n; none where it is above the margin. -g(n) is a valid depth for
/// any n; the least one is wanted. Polyhedra: over the axes of their faces and pairs of edges,
/// exact. Round cores, and hulls of many edges: shape 1 is shifted along n until the two are apart,
/// and the next n is the direction of their distance there, which is never worse: with a shift s,
///   g(n') >= g(n) + s (1 - n . n').
/// It climbs to a local maximum.
/// @param remembered where a search begins: the last normal, or zero
/// @source support functions and separating directions: van den Bergen (2003); Gottschalk, Lin and
///         Manocha (1996) for boxes
std::optional<Separation> separate(const PosedSupport& one, const PosedSupport& two, double margin,
                                   const Vector3& remembered);

}  // namespace raftup::solver
