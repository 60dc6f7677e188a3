#pragma once

#include <functional>
#include <optional>

#include "hydro/radiation/reduction/reduced_model.hpp"
#include "hydro/radiation/reduction/reduction_loss.hpp"

namespace raftup::hydro {

/// How far a model is from what it shall be; the measure that a tolerance is about.
using ReducedModelError = std::function<double(const ReducedModel&)>;

/// A passive model of few states for many bodies: balanced truncation of an accurate model gives
/// modes of rank one; their poles and vectors are then refined together against the target, and
/// against what passivity lacks at the frequencies where a scan finds it lacking, round by round.
/// What is left is lifted, and passivity proven (proven_lowest_eigenvalue()). Every step is a fixed
/// sequence of operations: the same model gives the same bits.
/// @param model       accurate, in the scaled dofs of the target; passive or not
/// @param state_count real states of the truncation; closing and lifting it add two per dof
/// @param tolerance   rounds end at the first model whose error is within it
/// @returns the passive model of least error; none where no round gave one
/// @source Moore (1981) for the truncation
std::optional<ReducedModel> reduce_model(const RationalModel& model, const ReductionTarget& target,
                                         Eigen::Index state_count,
                                         const ReducedModelError& error_of, double tolerance);

}  // namespace raftup::hydro
