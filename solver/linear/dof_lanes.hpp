#pragma once

#include "hydro/numerics/lanes.hpp"

namespace raftup::solver {

/// Up to eight columns of six dofs, wrenches or twists of one body: a column a lane.
using DofLanes = std::array<LaneArray, 6>;

}  // namespace raftup::solver
