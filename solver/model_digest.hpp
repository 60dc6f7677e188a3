#pragma once

#include <cstdint>

#include "solver/model.hpp"

namespace raftup::solver {

/// Digest of everything in a model that a simulation depends on, databases included: two models
/// with the same digest give the same bytes.
std::uint64_t digest(const Model& model);

}  // namespace raftup::solver
