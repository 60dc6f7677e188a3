#pragma once

#include <span>

#include "solver/input_series.hpp"
#include "solver/model.hpp"

namespace raftup::solver {

/// How an input is interpolated until a client says otherwise: held, but for what must reach ahead
/// of a step.
Interpolation default_interpolation(const Input& input);

/// @throws Error(kInvalidArgument) where an attitude is no unit quaternion, up to the rounding of
///         decimal input
void require_unit(const Quaternion& attitude);

/// @param values finite, of the width of the input
/// @throws Error(kInvalidArgument) where a sample is nothing that its input can take
void check_sample(const Model& model, const Input& input, std::span<const double> values);

}  // namespace raftup::solver
