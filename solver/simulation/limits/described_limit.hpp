#pragma once

#include <cstdint>
#include <string>

#include "solver/model/state.hpp"

namespace raftup::solver {

/// Text of the finding for a limit that was exceeded. `sentence` has the rule and the value,
/// `remedy` says what can be done.
struct DescribedLimit {
  std::string name, sentence, remedy;
  std::string worst;  ///< the value at the largest excess, with its unit
};

/// Which of two values exceeds a limit by more.
enum class Further { kLarger, kSmaller };

/// Records in a state that it exceeds a limit: the time [ns] of the first excess, and the time and
/// value of the largest one. For an upper limit the absolute value counts, for a lower limit the
/// value itself.
/// @param limit number of the limit in RunLimits
/// @param value in the unit of the limit, for instance rad or m
void note_limit(std::uint64_t limit, double value, State& state,
                Further further = Further::kLarger);

}  // namespace raftup::solver
