#pragma once

#include "hydro/configurations/database_family.hpp"

namespace raftup::hydro {

/// Computes the convex blend sum_k w_k of the nodes k of a family of databases, for bodies that
/// stay in one configuration. It blends A, B, A_inf, K, the excitation with its phase at each body,
/// and the mean drift force [SI, heading frames]. The rest poses of the bodies are those of node 0; for
/// a family over axes the heights at rest, volumes, centers of buoyancy and stiffnesses are blended
/// as well, for upright bodies. Quadratic transfer functions are left out.
Database blend(const DatabaseFamily& family, const NodeWeights& weights);

}  // namespace raftup::hydro
