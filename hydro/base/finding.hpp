#pragma once

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

}  // namespace raftup
