#pragma once

#include "hydro/base/finding.hpp"
#include "solver/model.hpp"

namespace raftup::solver {

/// What is worth knowing about a checked model though no rule is broken.
Findings find_notable(const Model& model);

}  // namespace raftup::solver
