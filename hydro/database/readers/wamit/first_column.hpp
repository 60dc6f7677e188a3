#pragma once

#include <string_view>

#include "hydro/database/readers/source.hpp"
#include "hydro/database/readers/wamit/run.hpp"

namespace raftup::hydro {

/// Returns the name of a quantity: "period", "omega", "wave_number", "deep_wave_number" or
/// "wave_length".
std::string_view name_of(FirstColumn column);

/// Returns the quantity with this name.
/// @throws Error(kInvalidArgument) if the name is unknown
FirstColumn first_column_from(std::string_view name);

/// Frequency omega [rad/s] of a positive value of a quantity:
///   omega^2 = g k tanh(k h), wave length 2 pi / k, deep wave number omega^2 / g.
/// @param gravity     gravitational acceleration g [m/s2]
/// @param water_depth depth of the water h [m], may be infinite
double omega_of(FirstColumn column, double value, double gravity, double water_depth);

/// Converts the values of the first columns of a run to periods [s]. For quantities other than the
/// period, 0 means omega = 0 and becomes the period -1; negative values mean infinite frequency and
/// become the period 0.
/// @param column      quantity of the first columns
/// @param gravity     gravitational acceleration [m/s2]
/// @param water_depth depth of the water h [m], may be infinite
void to_periods(FirstColumn column, double gravity, double water_depth, WamitRun& run);

}  // namespace raftup::hydro
