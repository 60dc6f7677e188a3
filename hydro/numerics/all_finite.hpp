#pragma once

#include <cstddef>
#include <span>

namespace raftup {

/// Whether no value is infinite or no number: one pass at the speed of memory, for what comes in
/// once a step.
bool all_finite(std::span<const double> values) noexcept;

/// Where the first value stands that is infinite or no number; values.size() where there is none.
std::size_t first_not_finite(std::span<const double> values) noexcept;

}  // namespace raftup
