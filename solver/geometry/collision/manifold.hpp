#pragma once

#include <vector>

#include "solver/geometry/collision/separation.hpp"
#include "solver/model/contacts/contact_point.hpp"

namespace raftup::solver {

/// One key of several.
std::uint64_t combined_key(std::uint64_t first, std::uint64_t second);

/// Appends the points where two convex shapes touch that are apart along a normal: where the
/// features that face each other, corners, edges or faces, lie over each other across it. The
/// deepest of them is as deep as the gap says; those with depth > -margin are kept, at most
/// `kMostPoints`.
/// @param key of the pair of parts
void add_manifold(const PosedSupport& one, const PosedSupport& two, const Separation& separation,
                  double margin, std::uint64_t key, std::vector<ContactPoint>& points);

inline constexpr std::size_t kMostPoints = 8;

/// The one point where they are as near as the gap says.
ContactPoint nearest_point(const PosedSupport& one, const PosedSupport& two,
                           const Separation& separation, std::uint64_t key);

}  // namespace raftup::solver
