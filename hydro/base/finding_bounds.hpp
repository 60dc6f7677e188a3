#pragma once

#include <cstddef>

#include "hydro/base/finding.hpp"

namespace raftup {

inline constexpr std::size_t kMostFindings = 100;

/// Keeps the findings that a file brings to what an answer can hold: the first kMostFindings, the
/// last of which says how many more there were, each text of at most 1000 bytes.
void bound_findings(Findings& findings);

}  // namespace raftup
