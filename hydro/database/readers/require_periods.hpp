#pragma once

#include <string>

#include "hydro/numerics/types.hpp"

namespace raftup::hydro {

/// Refuses periods that are not 2 pi / omega to .1 %: one of both is in another unit, or of another
/// run. Infinite frequency and period 0 agree.
/// @param omega   [rad/s]
/// @param periods [s], in the same order
/// @param place   of the periods in the file
/// @throws Error(kInvalidArgument) naming the place, the rule and the first pair that breaks it
void require_periods(const VectorXd& omega, const VectorXd& periods, const std::string& place);

}  // namespace raftup::hydro
