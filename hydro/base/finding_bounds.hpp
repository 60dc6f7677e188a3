#pragma once

#include <cstddef>

#include "hydro/base/finding.hpp"

namespace raftup {

inline constexpr std::size_t kMostFindings = 100;

/// Limits the findings of a file to a number that an answer can hold: the first kMostFindings, of
/// which the last tells how many more there are. Each text is cut to at most 1000 bytes.
void bound_findings(Findings& findings);

/// Keeps the first kMostFindings of each name, so that a kind of which a model has thousands leaves
/// room for the others. What is left out is counted in one finding at the end for each such name.
void bound_findings_by_name(Findings& findings);

}  // namespace raftup
