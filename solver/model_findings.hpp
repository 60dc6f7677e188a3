#pragma once

#include "hydro/database/finding.hpp"
#include "solver/model.hpp"

namespace raftup::solver {

/// What is worth knowing about a checked model though no rule is broken.
hydro::Findings find_notable(const Model& model);

}  // namespace raftup::solver
