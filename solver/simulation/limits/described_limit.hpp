#pragma once

#include <cstdint>
#include <string>

#include "solver/model/state.hpp"

namespace raftup::solver {

/// The texts by which the user is told of a limit that was exceeded: `name` of the finding,
/// `sentence` with the rule and the value that exceeds it first, and `remedy`, what can be done.
struct DescribedLimit {
  std::string name, sentence, remedy;
  std::string worst;  ///< value at the largest excess, with its unit
};

/// The direction in which a value exceeds a limit further: as an upper limit or as a lower limit.
enum class Further { kLarger, kSmaller };

/// Records in a state that a limit is exceeded: the step and value of the first excess, and the
/// step and value of the largest one. For an upper limit, the excess is larger if the absolute
/// value is larger; for a lower limit, if the value is smaller.
/// @param limit   number of the limit in RunLimits
/// @param value   present value in the unit of the limit, for instance rad or m
/// @param further kLarger for an upper limit, kSmaller for a lower limit
void note_limit(std::uint64_t limit, double value, State& state,
                Further further = Further::kLarger);

}  // namespace raftup::solver
