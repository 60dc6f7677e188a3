#pragma once

#include <string_view>

#include "hydro/database/readers/source.hpp"
#include "hydro/database/readers/wamit/run.hpp"

namespace raftup::hydro {

/// "period", "omega", "wave_number", "deep_wave_number", "wave_length".
std::string_view name_of(FirstColumn column);

/// @throws Error(kInvalidArgument) where there is no such column
FirstColumn first_column_from(std::string_view name);

/// Makes periods [s] of what the first columns of a run hold; 0 and negative values, which are the
/// limits of the frequency, become those of periods, 0 and -1.
///   omega^2 = g k tanh(k h), wave length 2 pi / k, deep wave number omega^2 / g.
/// @param gravity     [m/s2]
/// @param water_depth [m], may be infinite
void to_periods(FirstColumn column, double gravity, double water_depth, WamitRun& run);

}  // namespace raftup::hydro
