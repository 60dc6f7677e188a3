#pragma once

#include "hydro/configurations/database_family.hpp"

namespace raftup::hydro {

/// The convex blend sum_k w_k of A, B, A_inf, K, X with its phase at each body, and mean drift [SI,
/// heading frames]: the database of bodies that stay at one relative position. Their poses of rest
/// are those of node 0. Quadratic transfer functions are left out.
Database blend(const DatabaseFamily& family, const NodeWeights& weights);

}  // namespace raftup::hydro
