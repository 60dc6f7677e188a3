#pragma once

#include <cstdint>
#include <string>

#include "solver/model/state.hpp"

namespace raftup::solver {

/// What is said of a limit that was passed: the sentence has rule and value, what can be done the
/// remedy.
struct DescribedLimit {
  std::string name, sentence, remedy;
  std::string worst;  ///< the value where it was passed furthest, with its unit
};

/// Which of two values beyond a limit is further beyond it.
enum class Further { kLarger, kSmaller };

/// Notes in a state that a limit is passed where it stands: where that happened first, and where it
/// was passed furthest, by the size of the value or, of a limit from below, by the value.
/// @param limit as RunLimits counts them
void note_limit(std::uint64_t limit, double value, State& state,
                Further further = Further::kLarger);

}  // namespace raftup::solver
