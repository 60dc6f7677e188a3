#pragma once

#include <cstdint>
#include <string>

#include "solver/state.hpp"

namespace raftup::solver {

/// What is said of a limit that was passed: the sentence has rule and value, what can be done the
/// remedy.
struct SaidLimit {
  std::string name, sentence, remedy;
};

/// Notes in a state that a limit is passed where it stands, unless that is known.
/// @param limit as RunLimits counts them
void note_limit(std::uint64_t limit, double value, State& state);

}  // namespace raftup::solver
