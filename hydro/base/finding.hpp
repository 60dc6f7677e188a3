#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace raftup {

enum class Severity { kInfo, kWarning, kError };

/// A statement of a check or of a repair about a database or about a model made of it.
struct Finding {
  std::string name;  ///< stable, snake_case: "radiation_damping_negative", "added_mass_asymmetric"
  Severity severity = Severity::kInfo;
  std::string
      message;         ///< subject, rule, value, and where: "body 1 sway, body 2 sway at 2.3 rad/s"
  double value = 0.0;  ///< the measure the rule is about, 0 where there is none
};

using Findings = std::vector<Finding>;

inline constexpr std::size_t kMostFindings = 100;

/// Keeps the findings that a file brings to what an answer can hold: the first kMostFindings, the
/// last of which says how many more there were, each text of at most 1000 bytes.
void bound_findings(Findings& findings);

/// Keeps the first kMostFindings of each name, so that a kind of which a model has thousands leaves
/// room for the others. What is left out is counted in one finding at the end for each such name.
void bound_findings_by_name(Findings& findings);

}  // namespace raftup
