#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace raftup {

enum class Severity { kInfo, kWarning, kError };

/// A statement of a check or a repair about a database, or about a model that uses it. It violates
/// no rule.
struct Finding {
  /// Name that does not change between versions, in snake_case: "radiation_damping_negative".
  std::string name;
  Severity severity = Severity::kInfo;
  std::string
      message;         ///< subject, rule, value, and place: "body 1 sway, body 2 sway at 2.3 rad/s"
  double value = 0.0;  ///< the number that the rule limits; 0 if there is none
};

using Findings = std::vector<Finding>;

/// Greatest number of findings that a list keeps.
inline constexpr std::size_t kMostFindings = 100;

/// Reduces the findings of a file to a number and size that a message can contain: the first
/// kMostFindings are kept, each text is shortened to 1000 bytes. If there are more, the last one
/// kept states how many are left out.
void bound_findings(Findings& findings);

/// Keeps the first kMostFindings findings of each name, so that thousands of findings of one name
/// leave room for those of other names. For each name, one finding at the end states how many are
/// left out.
void bound_findings_by_name(Findings& findings);

}  // namespace raftup
