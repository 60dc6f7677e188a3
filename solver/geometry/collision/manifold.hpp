#pragma once

#include <vector>

#include "solver/geometry/collision/separation.hpp"
#include "solver/model/contacts/contact_point.hpp"

namespace raftup::solver {

/// Combines two keys.
std::uint64_t combined_key(std::uint64_t first, std::uint64_t second);

/// Appends the points [m] at which two convex shapes that are separated along a normal touch: where
/// the features that face each other (corners, edges or faces) overlap when seen along the normal.
/// The depth of the deepest point equals the gap with opposite sign. Points with depth > -margin
/// are kept, at most `kMostPoints`.
/// @param key of the pair of parts
void add_manifold(const PosedSupport& one, const PosedSupport& two, const Separation& separation,
                  double margin, std::uint64_t key, std::vector<ContactPoint>& points);

inline constexpr std::size_t kMostPoints = 8;

/// The one point at which the distance of the shapes is the gap [m].
ContactPoint nearest_point(const PosedSupport& one, const PosedSupport& two,
                           const Separation& separation, std::uint64_t key);

}  // namespace raftup::solver
