#pragma once

#include <vector>

#include "solver/geometry/collision/separation.hpp"
#include "solver/model/contacts/contact_point.hpp"

namespace raftup::solver {

/// Combines two identifiers into one.
std::uint64_t combined_key(std::uint64_t first, std::uint64_t second);

/// Appends the points [m] at which two convex shapes touch that are separated along a normal. They
/// are the points where the features that face each other (corners, edges or faces) overlap when
/// projected along the normal. The depth of the deepest point is the negative gap. Points with
/// depth > -margin are appended, at most `kMostPoints`.
/// @param margin [m]
/// @param key    identifier of the pair of parts
void add_manifold(const PosedSupport& one, const PosedSupport& two, const Separation& separation,
                  double margin, std::uint64_t key, std::vector<ContactPoint>& points);

inline constexpr std::size_t kMostPoints = 8;

/// Returns the single point at which the distance of the shapes equals the gap [m].
ContactPoint nearest_point(const PosedSupport& one, const PosedSupport& two,
                           const Separation& separation, std::uint64_t key);

}  // namespace raftup::solver
